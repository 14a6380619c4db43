import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readQuestions } from '../../eval/questions.ts';
import { sameResult } from '../../eval/run/compare.ts';
import { groupsOf, run } from '../../eval/run/run.ts';
import { clickhouseGrounds } from '../../eval/ways/clickhouse-ground.ts';
import { openClickHouse } from '../../eval/ways/clickhouse-service.ts';
import { openGold } from '../../eval/ways/gold.ts';
import { goldResults } from '../../eval/ways/gold-results.ts';
import type { Grounds } from '../../eval/ways/ground.ts';
import { postgresGrounds } from '../../eval/ways/postgres-ground.ts';
import { describeWithClickHouse } from '../support/clickhouse.ts';

const OWN = fileURLToPath(new URL('../../eval/own', import.meta.url));

describeWithClickHouse("the project's own questions on ClickHouse", () => {
  let engines: { readonly postgres: Grounds; readonly clickhouse: Grounds };
  beforeAll(async () => {
    engines = { postgres: await postgresGrounds(OWN), clickhouse: await clickhouseGrounds(OWN) };
  });
  afterAll(async () => {
    await engines.postgres.close();
    await engines.clickhouse.close();
  });

  it('have the gold rows that they have on Postgres, and columns with stored values', async () => {
    const { questions } = await readQuestions(`${OWN}/questions.jsonl`, 'clickhouse');
    for (const group of groupsOf(questions.filter(({ kind }) => kind === 'read'))) {
      const postgres = await engines.postgres.open(group);
      const clickhouse = await engines.clickhouse.open(group);
      expect(clickhouse.schema.tables.map(({ name }) => name).sort()).toEqual(postgres.schema.tables.map(({ name }) => name).sort());
      for (const question of group.questions) {
        const wanted = await goldResults(question, postgres);
        const { results } = await goldResults(question, clickhouse);
        expect(wanted.results[0]?.length, question.id).toBeGreaterThan(0);
        const same = sameResult(wanted.results[0] ?? [], results[0] ?? [], { ordered: question.ordered, tied: wanted.tied });
        expect(same, question.id).toBe(true);
      }
      const [table] = clickhouse.schema.tables;
      const text = table?.columns.find(({ type }) => type === 'text');
      expect((await clickhouse.values()).of(table?.name ?? '', text?.name ?? '')?.length).toBeGreaterThan(0);
      await postgres.close();
      await clickhouse.close();
    }
  });

  it('mean the same after they became plans', async () => {
    const { questions } = await readQuestions(`${OWN}/questions.jsonl`, 'clickhouse');
    const way = await openGold(engines.clickhouse);
    const reads = questions.filter(({ kind }) => kind === 'read');
    const { marks } = await run({
      ...{ questions: reads, way, done: new Map(), signal: new AbortController().signal, pausesMs: [], onMark: () => undefined },
    });
    expect(marks.filter(({ status }) => status !== 'right')).toEqual([]);
    expect(marks).toHaveLength(reads.length);
  });

  it('are asked by the API, writes among them', async () => {
    const { questions } = await readQuestions(`${OWN}/questions.jsonl`, 'clickhouse');
    const asked = questions.filter(({ id }) => ['observatory-01', 'observatory-33', 'observatory-37', 'observatory-38'].includes(id));
    const way = await openClickHouse({ data: OWN, today: null });
    const { marks } = await run({
      ...{ questions: asked, way, done: new Map(), signal: new AbortController().signal, pausesMs: [], onMark: () => undefined },
    }).finally(() => way.close());
    expect(marks.map(({ id, status, code }) => [id, status, code]).sort()).toEqual([
      ['observatory-01', 'right', null],
      ['observatory-33', 'right', 'not_understood'],
      ['observatory-37', 'right', null],
      ['observatory-38', 'right', null],
    ]);
  });
});
