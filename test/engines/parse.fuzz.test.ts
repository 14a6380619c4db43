import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Fault } from '../../src/fault.ts';
import { createPlanParser, type ParsePlan } from '../../src/plan/parse/parse.ts';
import { planSchema } from '../../src/plan/plan-schema.ts';
import { validatePlan } from '../../src/plan/validate.ts';
import { type Orchard, openOrchard } from '../support/orchard.ts';
import { READS, WRITES } from '../support/parse-cases.ts';
import { REFUSED } from '../support/parse-refusals.ts';

let orchard: Orchard;
let parse: ParsePlan;
beforeAll(async () => {
  orchard = await openOrchard(inject('databaseUrl'), 'orchard_fuzz');
  parse = await createPlanParser();
});
afterAll(() => orchard.close());

const STATEMENTS = [...Object.values(READS).flat(), ...WRITES, ...REFUSED.map(([sql]) => sql)];
/** Words to put in the wrong place: every one of the statements' own. */
const WORDS = [...new Set(STATEMENTS.flatMap((sql) => sql.match(/\w+|[^\w\s]+/g) ?? []))];

const statement = fc.constantFrom(...STATEMENTS);
const mutated = fc
  .tuple(statement, statement, fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...WORDS)), { minLength: 1, maxLength: 4 }), fc.nat())
  .map(([sql, other, edits, cut]) => {
    const words = sql.match(/\s+|\w+|[^\w\s]+/g) ?? [];
    for (const [seed, kind, word] of edits) {
      const at = seed % (words.length + 1);
      if (kind === 0) words.splice(at, 1);
      else if (kind === 1) words.splice(at, 0, ` ${word} `);
      else if (kind === 2) words.splice(at, 1, word);
      else words.splice(at, 1, `(${other})`);
    }
    const text = words.join('');
    return cut % 4 === 0 ? text.slice(0, cut % (text.length + 1)) : text;
  });

test('any text becomes a plan of the known shape or a Fault', () => {
  let plans = 0;
  fc.assert(
    fc.property(mutated, (sql) => {
      try {
        const plan = parse(sql, orchard.schema);
        plans += 1;
        expect(planSchema.parse(plan)).toEqual(plan);
        validatePlan(plan, orchard.schema);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
      }
    }),
    { numRuns: 1_500 },
  );
  expect(plans).toBeGreaterThan(0);
});
