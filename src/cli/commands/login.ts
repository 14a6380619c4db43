import type { Run } from '../commands.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { Stop } from '../stop.ts';

/** The command line needs no sign-in to a service of one's own; a browser does. */
export const login: Run = async (context, _given, { json, browser }) => {
  const { output, apiUrl } = context;
  if ((await context.owner()) === null) throw new Stop('credential', `The service at ${apiUrl} is not this user’s own.`, ELSEWHERE);
  const { url, expiresAt } = await (await context.client()).makeSignInLink();
  if (json) output.json({ url, expiresAt });
  else {
    output.note(
      'You are the owner of this service, here without signing in. This link signs a browser in, once, within a quarter of an hour:',
    );
    output.line(url);
  }
  if (browser && !(await openInBrowser(url))) output.note('No browser could be opened: open the link yourself.');
  return 'ok';
};

const ELSEWHERE = 'Sign in on its pages in a browser, make a key there, and set SVC_API_KEY to it.';
