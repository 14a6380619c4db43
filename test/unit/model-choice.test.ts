import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createModels, type ModelSettings } from '../../src/models/models.ts';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { makePlan } from '../../src/plan/chain.ts';
import { egressRecord, openEgress } from '../../src/plan/egress.ts';
import { groundLiterals } from '../../src/plan/llm/ground-literals.ts';
import { createChangeParser } from '../../src/plan/parse/ddl.ts';
import { createPlanParser } from '../../src/plan/parse/parse.ts';
import type { Expr, Select } from '../../src/plan/plan.ts';
import type { Planner, Question } from '../../src/plan/planner.ts';
import { type ModelServer, plans, startModelServer, status } from '../support/model-server.ts';
import { SHOP } from '../support/shop.ts';

let server: ModelServer;
const parse = await createPlanParser();
const parseChange = await createChangeParser();
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

const HIGHEST = 'SELECT max(price) AS highest FROM coffee_beans';
const settings = (more: Partial<ModelSettings> = {}): ModelSettings => ({
  ...readConfig({ SVC_LLM_PROVIDERS: JSON.stringify([{ id: 'local', baseUrl: server.url, apiKey: 'ours', fast: 'small', best: 'large' }]) })
    .models,
  ...more,
});
const models = (more: Partial<ModelSettings> = {}) =>
  createModels({ settings: settings(more), parse, parseChange, check: () => undefined });
const asking = (): Question => ({
  text: 'how dear do they get?',
  schema: SHOP,
  values: buildValueIndex([]),
  now: new Date(),
  signal: new AbortController().signal,
  disclosure: { engine: 'postgres', privacy: 'none', examples: async () => [], egress: openEgress() },
});
const builtin: Planner = {
  name: 'builtin',
  local: true,
  plan: async () => ({ kind: 'declined', reason: 'It is unclear.', unclear: ['dear'] }),
};

describe('a key of one’s own', () => {
  const own = { provider: 'local', model: 'mine:7b', key: 'theirs' };

  it('takes the place of the deployment’s models, with its own key', async () => {
    server.script(plans({ kind: 'query', sql: HIGHEST }));
    const question = asking();
    const planned = await makePlan(models().choose({ own, model: 'best' }).planners([builtin]), question);
    expect(planned.model).toBe('local/mine:7b');
    expect(server.requests.map(({ authorization, body }) => [authorization, body.model])).toEqual([['Bearer theirs', 'mine:7b']]);
    expect(JSON.stringify(question.disclosure && egressRecord(question.disclosure.egress))).not.toContain('theirs');
  });

  it('that fails says nothing about the provider to anybody else', async () => {
    const all = models();
    server.script(status(401));
    for (let asked = 0; asked < 5; asked++) {
      const planners = all.choose({ own }).planners([]);
      await expect(makePlan(planners, asking())).rejects.toMatchObject({ code: 'llm_failed' });
    }
    server.script(plans({ kind: 'query', sql: HIGHEST }));
    expect((await makePlan(all.choose({}).planners([]), asking())).model).toBe('local/small');
  });

  it('for a provider that nobody knows is refused', () => {
    expect(() => models().choose({ own: { ...own, provider: 'elsewhere' } })).toThrowError(
      expect.objectContaining({
        code: 'invalid_byollm_key',
        params: expect.objectContaining({ allowed: expect.arrayContaining(['openai', 'local']) }),
      }),
    );
  });
});

describe('without a provider', () => {
  it('only the built-in planner is asked, and `best` is not there', async () => {
    const none = models({ providers: [], bestForAll: true });
    const choice = none.choose({});
    expect(choice.remote).toBe(false);
    expect(choice.planners([builtin])).toEqual([builtin]);
    expect(() => none.choose({ model: 'best' })).toThrowError(expect.objectContaining({ code: 'model_unavailable' }));
    await expect(makePlan(choice.planners([builtin]), asking())).rejects.toMatchObject({
      code: 'not_understood',
      params: { reason: 'It is unclear.', unclear: ['dear'] },
    });
  });

  it('nothing is told to a model where nobody says what may be', async () => {
    const { disclosure: _, ...bare } = asking();
    await expect(makePlan(models().choose({}).planners([]), bare)).rejects.toMatchObject({ code: 'llm_failed' });
    expect(server.requests).toEqual([]);
  });
});

describe('the chain', () => {
  it('says why the model failed, whoever was asked after it', async () => {
    server.script(plans({ kind: 'cannot', assumptions: ['There are no teas.'] }));
    await expect(makePlan(models({ bestForAll: true }).choose({ model: 'best' }).planners([builtin]), asking())).rejects.toMatchObject({
      code: 'llm_failed',
      params: { reason: 'There are no teas.', reasons: ['There are no teas.', 'It is unclear.'] },
    });
  });

  it('reads values anew once for local planners, before a model is asked', async () => {
    const seen: string[] = [];
    const fresh = buildValueIndex([{ table: 'customers', column: 'city', values: ['Rome'] }]);
    const local: Planner = {
      ...builtin,
      plan: async ({ values }) => {
        seen.push(values === fresh ? 'fresh' : 'known');
        return { kind: 'declined', reason: 'It is unclear.', unclear: [] };
      },
    };
    server.script(plans({ kind: 'query', sql: HIGHEST }));
    const refresh = async () => ({ schema: SHOP, values: fresh });
    await makePlan(models().choose({}).planners([local, local]), asking(), refresh);
    expect(seen).toEqual(['known', 'fresh', 'fresh']);
    expect(server.requests).toHaveLength(1);
  });

  it('does not ask a planner again about what has not changed', async () => {
    let asks = 0;
    const local: Planner = {
      ...builtin,
      plan: async () => {
        asks += 1;
        return { kind: 'declined', reason: 'It is unclear.', unclear: [] };
      },
    };
    const question = asking();
    const refresh = async () => ({ schema: question.schema, values: question.values });
    await expect(makePlan([local], question, refresh)).rejects.toMatchObject({ code: 'not_understood' });
    expect(asks).toBe(1);
  });
});

describe('settings', () => {
  const providersOf = (env: Record<string, string>) =>
    readConfig(env).models.providers.map(({ id, apiKey, baseUrl, fast }) => [id, apiKey, baseUrl, fast]);

  it('without any there is no provider', () => {
    expect(providersOf({})).toEqual([]);
  });

  it('a key adds its provider; a list takes the place of all', () => {
    expect(providersOf({ ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o' }).map(([id, key]) => [id, key])).toEqual([
      ['openai', 'o'],
      ['anthropic', 'a'],
    ]);
    const list = JSON.stringify([
      { id: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1/', fast: 'qwen3:8b' },
      { id: 'openai', fast: 'tiny' },
    ]);
    expect(providersOf({ OPENAI_API_KEY: 'o', ANTHROPIC_API_KEY: 'a', SVC_LLM_PROVIDERS: list })).toEqual([
      ['ollama', null, 'http://127.0.0.1:11434/v1', 'qwen3:8b'],
      ['openai', 'o', 'https://api.openai.com/v1', 'tiny'],
    ]);
  });

  it('a key of the environment never goes to another address', () => {
    const list = JSON.stringify([{ id: 'openai', baseUrl: 'http://proxy.example/v1' }]);
    expect(providersOf({ OPENAI_API_KEY: 'o', SVC_LLM_PROVIDERS: list }).map(([, key]) => key)).toEqual([null]);
  });

  it.each([
    ['no JSON', '{not json secret-key'],
    ['no address', '[{"id":"mine","fast":"m","apiKey":"secret-key"}]'],
    ['no model', '[{"id":"mine","baseUrl":"http://127.0.0.1:1/v1","apiKey":"secret-key"}]'],
    ['a strange address', '[{"id":"mine","baseUrl":"file:///secret-key","fast":"m"}]'],
    ['the same name twice', '[{"id":"openai","apiKey":"secret-key"},{"id":"openai"}]'],
  ])('say what is wrong with %s, and never show it', (_what, text) => {
    const problem = (() => {
      try {
        readConfig({ SVC_LLM_PROVIDERS: text });
        return null;
      } catch (error) {
        return String(error);
      }
    })();
    expect(problem).toContain('SVC_LLM_PROVIDERS');
    expect(problem).not.toContain('secret-key');
  });
});

describe('literals', () => {
  const values = buildValueIndex([
    { table: 'customers', column: 'city', values: ['Paris', 'New York', 'rome', 'Rome'] },
    { table: 'customers', column: 'name', values: ['Paris'] },
  ]);
  const city: Expr = { kind: 'column', table: 'c', column: 'city' };
  const text = (value: string): Expr => ({ kind: 'literal', value, type: 'text' });
  const where = (condition: Expr): Select => ({
    kind: 'select',
    columns: [{ expr: city, as: 'city' }],
    from: { kind: 'table', table: 'customers', as: 'c' },
    where: condition,
  });

  it.each<[string, Expr, Expr]>([
    [
      'equality',
      { kind: 'compare', op: '=', left: city, right: text('paris') },
      { kind: 'compare', op: '=', left: city, right: text('Paris') },
    ],
    [
      'the other side',
      { kind: 'compare', op: '<>', left: text('NEW YORK'), right: city },
      { kind: 'compare', op: '<>', left: text('New York'), right: city },
    ],
    [
      'lists',
      { kind: 'in', arg: city, list: [text('paris'), text('Oslo')] },
      { kind: 'in', arg: city, list: [text('Paris'), text('Oslo')] },
    ],
  ])('are spelled as stored in %s', (_where, given, expected) => {
    expect(groundLiterals(where(given), values).plan).toEqual(where(expected));
  });

  it.each<[string, Expr]>([
    ['is stored as it is', { kind: 'compare', op: '=', left: city, right: text('rome') }],
    ['fits two stored ones', { kind: 'compare', op: '=', left: city, right: text('ROME') }],
    [
      'is stored in another column alone',
      { kind: 'compare', op: '=', left: { kind: 'column', table: 'c', column: 'email' }, right: text('paris') },
    ],
    ['is compared by size', { kind: 'compare', op: '<', left: city, right: text('paris') }],
  ])('stay when the value %s', (_when, given) => {
    expect(groundLiterals(where(given), values)).toEqual({ plan: where(given), assumptions: [] });
  });

  it('are those of the query that the column belongs to', () => {
    const inner = where({ kind: 'compare', op: '=', left: city, right: text('paris') });
    const outer: Select = { ...where({ kind: 'exists', query: inner }), from: { kind: 'table', table: 'orders', as: 'c' } };
    expect(groundLiterals(outer, values).plan).toEqual({
      ...outer,
      where: { kind: 'exists', query: { ...inner, where: { kind: 'compare', op: '=', left: city, right: text('Paris') } } },
    });
  });
});
