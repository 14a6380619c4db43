import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type QuestionFile, readQuestions, type ScoredQuestion } from '../../eval/questions.ts';
import { parsingOf } from '../../eval/report/parsing.ts';
import { run } from '../../eval/run/run.ts';
import type { Mark } from '../../eval/run/score.ts';
import { openGold } from '../../eval/ways/gold.ts';
import type { Grounds } from '../../eval/ways/ground.ts';
import { postgresGrounds } from '../../eval/ways/postgres-ground.ts';
import type { Way } from '../../eval/ways/way.ts';

const OWN = fileURLToPath(new URL('../../eval/own', import.meta.url));

describe('plans in this process', () => {
  let grounds: Grounds;
  let file: QuestionFile;
  beforeAll(async () => {
    grounds = await postgresGrounds(OWN);
    file = await readQuestions(`${OWN}/questions.jsonl`, 'postgres');
  });
  afterAll(() => grounds.close());

  const ran = (way: Way, questions: readonly ScoredQuestion[]) =>
    run({ questions, way, done: new Map(), signal: new AbortController().signal, pausesMs: [], onMark: () => undefined });

  async function marksOf(way: Way, ids: readonly string[]): Promise<Map<string, Mark>> {
    const questions = file.questions.filter(({ id }) => ids.includes(id));
    const { marks } = await run({
      questions,
      way,
      done: new Map(),
      signal: new AbortController().signal,
      pausesMs: [],
      onMark: () => undefined,
    });
    return new Map(marks.map((one) => [one.id, one]));
  }

  it('come from gold statements, and what a plan cannot say is counted by its name', async () => {
    const way = await openGold(grounds);
    const marks = [
      ...(
        await marksOf(
          way,
          file.questions.filter(({ kind }) => kind === 'read').map(({ id }) => id),
        )
      ).values(),
    ];
    expect(marks.filter(({ status }) => status !== 'right')).toEqual([]);
    expect(parsingOf(marks)).toEqual({ parsed: marks.length, unsupported: {} });

    const strange = file.questions.slice(0, 1).map((question) => ({ ...question, goldPostgres: ["SELECT xmlparse(DOCUMENT '<a/>')"] }));
    const [refused] = (await ran(way, strange)).marks;
    expect(refused).toMatchObject({ status: 'declined', answered: false });
    expect(parsingOf(refused ? [refused] : []).parsed).toBe(0);
    expect(Object.keys(parsingOf(refused ? [refused] : []).unsupported)).toHaveLength(1);
  });
});
