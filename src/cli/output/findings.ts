import type { Output } from './output.ts';

interface Finding {
  readonly check: string;
  readonly state: 'good' | 'warning' | 'bad';
  readonly said: string;
  readonly action?: string;
}

const MARKS = { good: ['✓', 'green'], warning: ['!', 'yellow'], bad: ['✗', 'red'] } as const;

/** One finding as a line, what to do about it below; `width` is of the names of checks. */
export function sayFinding(output: Output, { check, state, said, action }: Finding, width: number): void {
  const [mark, colour] = MARKS[state];
  output.line(`${output.paint(colour, mark)} ${check.padEnd(width)} ${said}${action ? `\n${' '.repeat(width + 3)}${action}` : ''}`);
}
