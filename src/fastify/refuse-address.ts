interface Address {
  readonly host: string;
  readonly port: number;
  /** The command that takes both, too; absent, they are set by variables alone. */
  readonly command?: string;
}

/** For what listening rejects with. @throws Error of one line that says what to set, or the one that is given */
export const refuseAddress =
  (address: Address) =>
  (error: unknown): never => {
    const said = SAID[String((error as NodeJS.ErrnoException).code)]?.(address);
    throw said === undefined ? error : new Error(said, { cause: error });
  };

const by = (variable: string, { command }: Address, option: string): string =>
  command === undefined ? variable : `${variable} (\`${command} ${option}\`)`;

const noAddress = (address: Address): string =>
  `${address.host} is no address of this machine; set ${by('SVC_HOST', address, '--host')} to one, 127.0.0.1 for this machine alone or 0.0.0.0 for all of its addresses`;

const SAID: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: (address) =>
    `port ${address.port} of ${address.host} is taken, perhaps by svc that runs already; set another with ${by('SVC_PORT', address, '--port')}, or 0 for a free one`,
  EACCES: (address) => `this user may not listen on port ${address.port}; set one above 1023 with ${by('SVC_PORT', address, '--port')}`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
};
