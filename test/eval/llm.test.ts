import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readQuestions, type ScoredQuestion } from '../../eval/questions.ts';
import { summarise } from '../../eval/report/summary.ts';
import { run } from '../../eval/run/run.ts';
import { openLlm } from '../../eval/ways/llm.ts';
import { type ModelServer, plans, startModelServer, status } from '../support/model-server.ts';

const OWN = fileURLToPath(new URL('../../eval/own', import.meta.url));

/** Each way starts a service with a PostgreSQL cluster of its own. */
const START_LIMIT_MS = 240_000;

describe('a model that is measured', () => {
  let server: ModelServer;
  let questions: readonly ScoredQuestion[];
  beforeAll(async () => {
    server = await startModelServer();
    questions = (await readQuestions(`${OWN}/questions.jsonl`, 'postgres')).questions.slice(0, 4);
  });
  afterAll(() => server.close());

  const env = () => ({
    SVC_LLM_PROVIDERS: JSON.stringify([{ id: 'local', baseUrl: server.url, apiKey: 'sk-none', fast: 'small', best: 'large' }]),
  });

  it(
    'is right, wrong or declines; the built-in planner answers nothing in its place, and tokens are counted',
    async () => {
      const gold = (at: number) => plans({ kind: 'query', sql: questions[at]?.gold[0] ?? '' });
      server.script(gold(0), plans({ kind: 'query', sql: 'SELECT name FROM astronomers' }), plans({ kind: 'cannot' }), status(500));
      const way = await openLlm({ data: OWN, model: null }, env());
      const { marks } = await run({
        ...{ questions, way, done: new Map(), signal: new AbortController().signal, pausesMs: [], onMark: () => undefined },
      });
      await way.close();
      expect(marks.map((one) => one.status)).toEqual(['right', 'wrong', 'declined', 'failed']);
      expect(marks[3]?.code).toMatch(/^model_/);
      expect(summarise(marks)).toMatchObject({ asked: 3, right: 1, wrong: 1, declined: 1, failed: 1, tokens: { mean: 342, p50: 342 } });
      expect(server.requests.every(({ body }) => body.model === 'small')).toBe(true);
    },
    START_LIMIT_MS,
  );

  it(
    'has to be configured, and by a name that there is',
    async () => {
      await expect(openLlm({ data: OWN, model: null }, {})).rejects.toMatchObject({
        code: 'unconfigured',
        params: { reason: expect.stringContaining('Set OPENAI_API_KEY') },
      });
      await expect(openLlm({ data: OWN, model: 'local/huge' }, env())).rejects.toMatchObject({
        params: { reason: expect.stringContaining('local/small') },
      });
    },
    START_LIMIT_MS,
  );
});
