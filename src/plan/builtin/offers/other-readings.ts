import type { Query } from '../../plan.ts';
import { agree } from '../checks/agreement.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import type { CloseReading } from '../plain/offered.ts';
import type { Ask } from './close-readings.ts';
import { sayPlan } from './say-plan.ts';

const READINGS_MAX = 3;

/** What a question may mean, each as a sentence that means that alone: it has been read, and it is none of the others. */
export async function otherReadings(plans: readonly Query[], text: string, lexicon: Lexicon, ask: Ask): Promise<CloseReading[]> {
  const said: { plan: Query; goal: string }[] = [];
  for (const plan of plans) {
    if (said.length >= READINGS_MAX || said.some((other) => agree(other.plan, plan, lexicon) === true)) continue;
    const goal = sayPlan(plan, lexicon);
    if (goal === null || goal.toLowerCase() === text.toLowerCase()) continue;
    const read = await ask(goal);
    if (read.kind === 'plan' && isQuery(read.plan) && agree(read.plan, plan, lexicon) === true) said.push({ plan, goal });
  }
  return said.map(({ goal }) => ({ label: `${goal.charAt(0).toUpperCase()}${goal.slice(1)}`, goal }));
}

const isQuery = (plan: { kind: string }): plan is Query => plan.kind === 'select' || plan.kind === 'set';
