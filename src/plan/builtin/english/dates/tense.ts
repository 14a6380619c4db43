import type { Clocked } from './moment.ts';

/** Whether a question is about what lies ahead: "who is coming on Friday", "which leases end in March"; not "who came on Friday". */
export function looksAhead({ tokens }: Clocked): boolean {
  if (tokens.some(({ lower }) => PAST.has(lower) || /^[a-z]{3,}ed$/.test(lower))) return false;
  return tokens.some(
    ({ lower }, at) => AHEAD.has(lower) || (/^(?:has|have|got|needs?)$/.test(lower) && /^(?:to|on)$/.test(tokens[at + 1]?.lower ?? '')),
  );
}

const PAST = new Set('did was were had been came went took made sold left paid last ago since yesterday'.split(' '));
const AHEAD = new Set(
  `coming arriving leaving upcoming expiring planned will going due scheduled should must expire expires expiring end ends ending start starts starting begin begins
  renew renews run runs running happening next tomorrow free available`.split(/\s+/),
);
