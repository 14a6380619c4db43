/** What a person opens in a browser. The service answers these addresses with the app of `web/`, which has a page for each; links of other sites and of mails may open them. */
export const PAGES = [
  '/',
  '/ask',
  '/create',
  '/import',
  '/look',
  '/sql',
  '/sign-in',
  '/sign-in/github',
  '/sign-in/google',
  '/device',
  '/connect',
  '/connections',
  '/connect/neon',
  '/connect/supabase',
  '/agents',
  '/keys',
  '/grants',
  '/approvals',
  '/sessions',
  '/audit',
] as const;
export type PagePath = (typeof PAGES)[number];
