/** THE table of exit codes: help, `help --json` and the commands agree by it. */
export const EXIT_CODES = {
  ok: { code: 0, meaning: 'Done.' },
  failed: { code: 1, meaning: 'The service refused, or the command failed.' },
  usage: { code: 2, meaning: 'The command line or its input cannot be used; nothing was sent.' },
  needsConfirm: { code: 3, meaning: 'A write was previewed and not confirmed; nothing was written.' },
  askedBack: { code: 4, meaning: 'The request can be read in more than one way; the choices were printed.' },
  unreachable: { code: 5, meaning: 'No service answered at the address.' },
  credential: { code: 6, meaning: 'The credential is missing, used up or not accepted.' },
  interrupted: { code: 130, meaning: 'Ended by Ctrl-C.' },
} as const satisfies Record<string, { readonly code: number; readonly meaning: string }>;

export type Exit = keyof typeof EXIT_CODES;
