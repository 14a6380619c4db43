import { describe, expect, it } from 'vitest';
import { compilePostgres } from '../../src/engines/postgres/compile.ts';
import { createQuestionPlanner } from '../../src/plan/builtin/question.ts';
import type { Outcome } from '../../src/plan/planner.ts';
import { potterySchema as schema, potteryValues as values } from '../support/pottery-schema.ts';

const planner = createQuestionPlanner();
const now = new Date('2026-11-22T12:00:00Z');
const ask = (text: string): Promise<Outcome> => planner.plan({ text, schema, values, now, signal: new AbortController().signal });

/** The statement that a question is read as, with its values in place; why it is declined otherwise. */
async function sqlOf(text: string): Promise<string> {
  const outcome = await ask(text);
  if (outcome.kind !== 'plan') return `declined: ${JSON.stringify(outcome)}`;
  const { sql, params } = compilePostgres(outcome.plan, schema);
  const filled = sql.replaceAll(/\$(\d+)/g, (_all, at: string) => String(params[Number(at) - 1]));
  return filled.replaceAll('public.', '').replaceAll(/\s+/g, ' ');
}

type Read = readonly [question: string, parts: readonly string[]];

const pairOfFirings = 'WHERE kind = bisque OR kind = raku GROUP BY kind';

const CONTRASTS: readonly Read[] = [
  ['which is more common, bisque or raku firings', ['kind, count(*)', pairOfFirings]],
  ['average charge of bisque vs raku firings', ['kind, avg(charge)', pairOfFirings]],
  ['do we have more members or suppliers', ['( SELECT count(*) AS count FROM member ) AS members', 'FROM supplier ) AS suppliers']],
  ['compare Marit Solberg and Jonas Wick by total charge', ['member.name, sum(firing.charge)', 'GROUP BY member.name']],
  ['did we do more firings in october or november', ['AS october', 'AS november', 'count(*) FILTER (WHERE loaded_on >= 2026-10-01']],
  ['do more members come from Larvik or Horten', ['town, count(*)', 'WHERE town = Larvik OR town = Horten GROUP BY town']],
];

const SECOND_QUESTIONS: readonly Read[] = [
  ['when was firing F-12 unloaded and who did it', ['firing.unloaded_on, member.name FROM firing LEFT JOIN member', 'firing.code = F-12']],
  ['when did Pia Lund join and where does she live', ['joined_on, name, town FROM member WHERE name = Pia Lund']],
  ['which town is Jonas Wick in and what is his email', ['town, name, email FROM member WHERE name = Jonas Wick']],
];

const SIDE_BY_SIDE: readonly Read[] = [
  ['count and total of firings by kind', ['kind, count(*) AS count, sum(charge) AS total_charge FROM firing GROUP BY kind']],
  ['firings per kind with average charge', ['kind, count(*) AS count, avg(charge) AS avg_charge FROM firing GROUP BY kind']],
];

const FIRST_OF_EACH: readonly Read[] = [
  [
    'most used glaze per finish',
    ['DISTINCT ON (glaze.finish)', 'count(*) AS count FROM firing_glaze JOIN glaze', 'ORDER BY glaze.finish, count(*) DESC'],
  ],
  ['biggest firing each month', ["DISTINCT ON (date_trunc('month', loaded_on)::date)", 'firing.charge DESC']],
  ['which member has the most firings of each kind', ['DISTINCT ON (firing.kind)', 'GROUP BY firing.kind, member.id', 'count(*) DESC']],
];

const above = 'JOIN member AS member_above ON member_above.id = member.mentor_id';
const below = 'JOIN member AS member_below ON member_below.mentor_id = member.id';
const SELF: readonly Read[] = [
  ['who mentors Pia Lund', ['SELECT member_above.name', above, 'WHERE member.name = Pia Lund']],
  ["who is Pia Lund's mentor", ['SELECT member_above.name', above, 'WHERE member.name = Pia Lund']],
  ['whose mentor is Jonas Wick', ['SELECT name FROM member', 'member_above.name = Jonas Wick']],
  ['who is Jonas Wick mentoring', ['SELECT name FROM member', 'member_above.name = Jonas Wick']],
  ['how many people does Marit Solberg mentor', ['SELECT count(*)', 'member_above.name = Marit Solberg']],
  ['how many members does each mentor have', ['member.name, count(*)', below, 'GROUP BY member.id']],
  ['who mentors the most people', ['member.name, count(*)', below, 'LIMIT 1']],
  ['members and their mentors', ['member.name, member_above.name AS mentor_name FROM member LEFT JOIN']],
  ['who is mentoring whom', ['member.name, member_above.name AS mentor_name', above]],
  ['members who joined before their mentor', [above, 'WHERE member.joined_on < member_above.joined_on']],
];

const BETWEEN: readonly Read[] = [
  ['average time from loading to payment', ['avg(paid_on - loaded_on)']],
  ['how many days go by between loading a firing and unloading it', ['avg(unloaded_on - loaded_on)']],
  ['firings that took more than 3 days from loading to unloading', ['WHERE unloaded_on - loaded_on > 3']],
];

const OF_ONE: readonly Read[] = [
  ['how much celadon is left', ['SELECT stock FROM glaze WHERE name = celadon']],
  ['what do we charge for tenmoku', ['SELECT price FROM glaze WHERE name = tenmoku']],
  ['who do i ask for at Claymakers', ['SELECT contact_person FROM supplier WHERE name = Claymakers']],
];

const CONDITIONS: readonly Read[] = [
  ['which glazes are running low', ['WHERE stock < reorder_level']],
  ['what glazes do we need to reorder', ['WHERE stock < reorder_level']],
  ['members who have phone and email', ['WHERE phone IS NOT NULL AND email IS NOT NULL']],
  ['members with no phone or email', ['WHERE phone IS NULL AND email IS NULL']],
  ['members without a phone or without an email', ['WHERE phone IS NULL OR email IS NULL']],
  ['phone of the member called sol something', ['SELECT phone FROM member', 'name ILIKE sol% OR name ILIKE % sol%']],
  ['town of marit sollberg', ['SELECT town FROM member', 'name = Marit Solberg']],
  ['glazes with a semimatt finish', ['WHERE finish = semi-matt']],
];

const ALL: readonly [what: string, read: readonly Read[]][] = [
  ['two against each other', CONTRASTS],
  ['a second question about the same rows', SECOND_QUESTIONS],
  ['two numbers of the same groups', SIDE_BY_SIDE],
  ['the first of each group', FIRST_OF_EACH],
  ['a table that leads to itself', SELF],
  ['the time between two dates of a row', BETWEEN],
  ['what is asked of one thing', OF_ONE],
  ['conditions', CONDITIONS],
];

for (const [what, read] of ALL)
  describe(what, () => {
    it.each(read)('%s', async (question, parts) => {
      const sql = await sqlOf(question);
      for (const part of parts) expect(sql).toContain(part);
    });
  });

describe('questions that are put together', () => {
  const composed = [CONTRASTS, SECOND_QUESTIONS, SIDE_BY_SIDE, FIRST_OF_EACH, SELF].flatMap((read) => read.map(([question]) => question));

  it.each(composed)('are declined with a foreign word anywhere in them: %s', async (question) => {
    const words = question.split(' ');
    for (let at = 1; at <= words.length; at += 1) {
      const outcome = await ask([...words.slice(0, at), 'zorblax', ...words.slice(at)].join(' '));
      expect([at, outcome.kind]).not.toEqual([at, 'plan']);
    }
  });

  it.each([
    'average and maximum charge by kind of glaze',
    'who is Marit Solberg and when did he start',
    'members with phone and wings',
    'who mentors celadon',
    'how much zinc is left',
    'how many celadon did we sell',
    'how did we pay for celadon',
    'how much did we pay for celadon',
    'how much celadon is there',
    'who do we pay for celadon',
    'average time from loading to glazing',
  ])('are declined where a part is not read: %s', async (question) => {
    expect((await ask(question)).kind).not.toBe('plan');
  });
});

describe('the comment on a key of a table to itself', () => {
  const told = (comment: string) => ({
    ...schema,
    tables: schema.tables.map((one) => ({
      ...one,
      columns: one.columns.map((column) => (column.name === 'mentor_id' ? { ...column, comment } : column)),
    })),
  });
  const asked = (text: string, comment: string) =>
    planner.plan({ text, schema: told(comment), values, now, signal: new AbortController().signal });

  it('tells what the one above does where it opens with that', async () => {
    expect(await asked('who brought Pia Lund', 'the member who brought them')).toMatchObject({
      kind: 'plan',
      plan: { joins: [{ source: { as: 'member_above' } }] },
    });
  });

  it.each(['removed', 'replaced', 'promised'])('tells nothing by other words of it: who %s Pia Lund', async (deed) => {
    const outcome = await asked(`who ${deed} Pia Lund`, 'who has promised help, removed or replaced when they leave');
    expect(outcome.kind).toBe('declined');
  });
});
