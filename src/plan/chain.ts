import { Fault } from '../fault.ts';
import { validateChange } from './check-change.ts';
import { contradictionIn } from './contradiction.ts';
import { knownNames } from './known-names.ts';
import type { Plan } from './plan.ts';
import type { Outcome, Planner, Question } from './planner.ts';
import type { SchemaChange } from './schema-change.ts';
import { validatePlan } from './validate.ts';

export interface Planned<P extends Plan | SchemaChange = Plan> {
  readonly plan: P;
  /** Null when its planner has no measure of it. */
  readonly confidence: number | null;
  readonly assumptions: readonly string[];
  /** Who made the plan; becomes `trace.model`. */
  readonly model: string;
  /** It is not to be kept for the next time. */
  readonly passing?: true;
  /** What is told where no rows are found. */
  readonly none?: string;
  /** The name by which the words of a write mean one row. */
  readonly oneRow?: string;
}

type Declined = Extract<Outcome, { kind: 'declined' }> & { readonly local: boolean };

/**
 * Asks the planners in order until one gives a plan, and validates it against the live schema. A local planner that
 * declines, or says that there is nothing, is asked once more with stored values that `refresh` reads anew, since a word may stand for one stored a moment
 * ago; null when they are new already. What has not changed comes as the same object.
 * @throws Fault clarify_required with `params.options`; not_understood, where no model was there to be asked, with
 * `params.unclear`, `params.known` and `params.options`; llm_failed with `params.reason`; schema_mismatch
 */
export async function makePlan(
  planners: readonly Planner[],
  question: Question,
  refresh: (() => Promise<Pick<Question, 'schema' | 'values'>>) | null = null,
): Promise<Planned<Plan | SchemaChange>> {
  const declined: Declined[] = [];
  let asked = question;
  let fresh = refresh === null;
  for (const planner of planners) {
    let outcome = await planner.plan(asked);
    if (isUnmet(outcome) && planner.local && !fresh && refresh) {
      fresh = true;
      const { schema, values } = await refresh();
      const changed = schema !== asked.schema || values !== asked.values;
      asked = { ...asked, schema, values };
      if (changed) outcome = await planner.plan(asked);
    }
    if (outcome.kind === 'clarify') throw new Fault('clarify_required', { params: { options: outcome.options } });
    if (outcome.kind === 'change') {
      const plan = validateChange(outcome.change, asked.schema);
      return { plan, confidence: rounded(outcome.confidence), assumptions: outcome.assumptions, model: outcome.model ?? planner.name };
    }
    if (outcome.kind === 'plan') {
      const plan = validatePlan(outcome.plan, asked.schema);
      const contradiction = contradictionIn(plan);
      if (contradiction !== null) {
        declined.push({ kind: 'declined', reason: contradiction, unclear: [], local: planner.local === true });
        continue;
      }
      return {
        plan,
        confidence: rounded(outcome.confidence),
        assumptions: outcome.assumptions,
        model: outcome.model ?? planner.name,
        ...(outcome.passing ? { passing: true } : {}),
        ...(outcome.none === undefined ? {} : { none: outcome.none }),
        ...(outcome.oneRow === undefined ? {} : { oneRow: outcome.oneRow }),
      };
    }
    declined.push({ ...outcome, local: planner.local === true });
  }
  throw noPlan(declined, asked);
}

/** Declined, or answered by there being nothing. */
const isUnmet = (outcome: Outcome): boolean => outcome.kind === 'declined' || (outcome.kind === 'plan' && outcome.none !== undefined);

/** More digits than these were never measured. */
const rounded = (confidence: number | null): number | null => (confidence === null ? null : Math.round(confidence * 1_000) / 1_000);

function noPlan(declined: readonly Declined[], { text, schema }: Question): Fault {
  const unclear = [...new Set(declined.flatMap((each) => each.unclear))];
  // Whoever was asked beyond the service knows more of why it failed.
  const telling = declined.findLast(({ local }) => !local) ?? declined.at(-1);
  const options = declined.flatMap((each) => each.options ?? []);
  const isLocal = declined.length > 0 && declined.every(({ local }) => local);
  if (isLocal && declined.some(({ close }) => close === true)) return new Fault('clarify_required', { params: { options } });
  return new Fault(isLocal ? 'not_understood' : 'llm_failed', {
    params: {
      reason: telling?.reason ?? 'No planner is configured.',
      ...(declined.length > 1 ? { reasons: declined.map(({ reason }) => reason) } : {}),
      ...(unclear.length > 0 ? { unclear } : {}),
      ...(isLocal ? { known: knownNames(text, unclear, schema) } : {}),
      ...(options.length > 0 ? { options } : {}),
      ...(telling?.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: telling.retryAfterSeconds }),
      tables: schema.tables.slice(0, 50).map((table) => table.name),
    },
  });
}
