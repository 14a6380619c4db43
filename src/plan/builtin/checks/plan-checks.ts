import type { Query } from '../../plan.ts';
import { tokenize } from '../english/tokens.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { BESIDES_CHECKS } from './besides.ts';
import type { PlanCheck } from './checked.ts';
import { DATE_CHECKS } from './dates.ts';
import { DEED_CHECKS } from './deeds.ts';
import { GROUP_CHECKS } from './groups.ts';
import { MEASURE_CHECKS } from './measures.ts';
import { RELATION_CHECKS } from './relations.ts';
import { SAID_COLUMN_CHECKS } from './said-columns.ts';
import { SAME_ROW_CHECKS } from './same-rows.ts';
import { SHOWN_CHECKS } from './shown.ts';
import { THING_CHECKS } from './things.ts';

/** Why a plan is no answer to a question: a word that changes what is asked has left no trace in it, or it can find nothing by the schema. */
export function refusalOf(plan: Query, text: string, lexicon: Lexicon, now?: Date): string | null {
  const tokens = tokenize(text);
  const checked = { said: ` ${tokens.map(({ lower }) => lower).join(' ')} `, tokens, plan, lexicon, now };
  for (const check of PLAN_CHECKS) {
    const reason = check(checked);
    if (reason !== null) return reason;
  }
  return null;
}

/** All of them, for `npm run eval:rules`. */
export const PLAN_CHECKS: readonly PlanCheck[] = [
  ...SHOWN_CHECKS,
  ...THING_CHECKS,
  ...GROUP_CHECKS,
  ...MEASURE_CHECKS,
  ...DATE_CHECKS,
  ...DEED_CHECKS,
  ...RELATION_CHECKS,
  ...SAME_ROW_CHECKS,
  ...SAID_COLUMN_CHECKS,
  ...BESIDES_CHECKS,
];
