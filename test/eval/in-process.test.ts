import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type QuestionFile, readQuestions } from '../../eval/questions.ts';
import { run } from '../../eval/run/run.ts';
import type { Mark } from '../../eval/run/score.ts';
import { openBuiltinInProcess } from '../../eval/ways/builtin-in-process.ts';
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

  it('come from the built-in planner and are judged as over HTTP', async () => {
    const marks = await marksOf(openBuiltinInProcess(grounds), ['observatory-01', 'observatory-07', 'observatory-33']);
    expect([...marks.values()].map(({ id, status, code }) => [id, status, code])).toEqual([
      ['observatory-01', 'right', null],
      ['observatory-07', 'right', null],
      ['observatory-33', 'right', 'llm_failed'],
    ]);
  });
});
