/** For processes that read the environment alone. @throws Error for any argument, which would have no effect */
export function refuseArguments(args: readonly string[]): void {
  if (args.length > 0)
    throw new Error(`no arguments are read, and ${JSON.stringify(args.join(' '))} was given; settings are in the environment (see README)`);
}
