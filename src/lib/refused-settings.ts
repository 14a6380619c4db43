/** For settings that a process cannot start with, each as `<name>: <what it takes>`: one line for one. */
export const refusedSettings = (wrong: readonly string[]): Error =>
  new Error(
    wrong.length === 1
      ? `A setting cannot be used: ${wrong[0]}`
      : `Settings that cannot be used:\n${wrong.map((each) => `  ${each}`).join('\n')}`,
  );
