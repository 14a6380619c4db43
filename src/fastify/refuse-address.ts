interface Address {
  readonly host: string;
  readonly port: number;
}

/** For what listening rejects with. @throws Error of one line that says what to set, or the one that is given */
export const refuseAddress =
  (address: Address) =>
  (error: unknown): never => {
    const said = SAID[String((error as NodeJS.ErrnoException).code)]?.(address);
    throw said === undefined ? error : new Error(said, { cause: error });
  };

const noAddress = ({ host }: Address): string =>
  `${host} is no address of this machine; set SVC_HOST (\`svc serve --host\`) to one, 127.0.0.1 for this machine alone or 0.0.0.0 for all of its addresses`;

const SAID: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `port ${port} of ${host} is taken, perhaps by svc that runs already; set another with SVC_PORT (\`svc serve --port\`), or 0 for a free one`,
  EACCES: ({ port }) => `this user may not listen on port ${port}; set one above 1023 with SVC_PORT (\`svc serve --port\`)`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
};
