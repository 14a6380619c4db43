import type { Run } from '../commands.ts';
import { askYesNo } from '../output/prompt.ts';

/** An anonymous session cannot be opened again without its token, so it is forgotten only on a clear word. */
export const logout: Run = async (context, _given, { json, confirm }) => {
  const { output, apiUrl } = context;
  const { token, db } = context.remembered();
  if (token !== undefined && !confirm && !(output.canAsk && (await askYesNo(`Forget the anonymous session? ${LOST}`)))) {
    output.note(output.canAsk ? 'Nothing was forgotten.' : `The anonymous session would be forgotten. ${LOST} Say --confirm to do it.`);
    return 'needsConfirm';
  }
  context.remember({ token: null, db: null, preview: null });
  if (json) output.json({ apiUrl, forgotten: token !== undefined });
  else if (token !== undefined) output.line(`The anonymous session at ${apiUrl} is forgotten.`);
  else
    output.line(
      `There was no session to forget.${db === undefined ? '' : ` ${db} is no longer the active database; nothing of it is lost.`}`,
    );
  return 'ok';
};

const LOST = 'Its databases cannot be reached again.';
