import { CHECKS, type Finding } from '../checks.ts';
import type { Run } from '../command-run.ts';
import { sayFinding } from '../output/findings.ts';

/** Each check says what it found; what is bad also what to do. It fails where one does, and changes nothing. */
export const doctor: Run = async (context, _given, { json }) => {
  const { output } = context;
  const findings: (Finding & { readonly check: string })[] = [];
  for (const [check, look] of Object.entries(CHECKS)) {
    const found = await look(context).catch(
      (error: unknown): Finding => ({ state: 'bad', said: error instanceof Error ? error.message : String(error) }),
    );
    findings.push({ check, ...found });
    if (json) continue;
    sayFinding(output, { check, ...found }, WIDTH);
  }
  if (json) output.json(findings);
  return findings.some(({ state }) => state === 'bad') ? 'failed' : 'ok';
};

const WIDTH = Math.max(...Object.keys(CHECKS).map((name) => name.length));
