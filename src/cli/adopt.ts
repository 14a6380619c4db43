import { createClient, SvcError } from '../client/index.ts';
import type { Context } from './context.ts';

/**
 * What an anonymous session made here before somebody signed in becomes theirs, so that nobody loses it. Done
 * once: afterwards the token is forgotten. What fails for a moment is tried again by the next command.
 */
export async function adoptRemembered(
  context: Context,
  { bearer, baseUrl }: { readonly bearer: string; readonly baseUrl: string },
): Promise<void> {
  const { token } = context.remembered();
  if (token === undefined) return;
  try {
    const { databases, savedPrompt } = await createClient({ baseUrl, apiKey: bearer }).adoptAnonymous({ token });
    context.remember({ token: null });
    const many = databases.length === 1 ? 'The database' : `The ${databases.length} databases`;
    if (databases.length > 0)
      context.output.note(`${many} of your anonymous session ${databases.length === 1 ? 'is' : 'are'} now yours for good.`);
    if (savedPrompt !== null) context.output.note(`It ended at this request, which you can now repeat: ${savedPrompt}`);
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    if (!GONE.has(error.code)) return;
    context.remember({ token: null });
    context.output.note('The anonymous session that was remembered here has ended, or is of another service; you go on without it.');
  }
}

const GONE: ReadonlySet<string> = new Set(['invalid_token', 'token_taken']);
