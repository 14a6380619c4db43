import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mark } from '../../eval/run/score.ts';
import { openState } from '../../eval/run/state.ts';

const marked = (id: string): Mark => ({
  ...{ id, kind: 'read', db: 'shop', suite: 'own', category: 'filter', status: 'right', answered: true, ms: 1 },
  ...{ confidence: null, tokens: null, sql: null, code: null, reason: null },
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-eval-state-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('what is kept of runs', () => {
  const key = { questions: 'dev.jsonl', planner: 'builtin', engine: 'postgres', limit: null };
  const open = (resume: boolean, fingerprint = 'one') => openState({ folder, key, fingerprint, resume });
  const ids = (marks: Iterable<Mark>) => [...marks].map(({ id }) => id);

  it('goes on with what a killed run had, also when its last line is torn', () => {
    const killed = open(false);
    killed.record(marked('a'));
    killed.record(marked('b'));
    const [series = ''] = readdirSync(folder);
    appendFileSync(join(folder, series, 'unfinished.jsonl'), '{"id":"c","sta');
    const next = open(true);
    expect(ids(next.done.values())).toEqual(['a', 'b']);
    next.record(marked('d'));
    expect(ids(open(true).done.values())).toEqual(['a', 'b', 'd']);
  });

  it('starts anew when it is not asked to go on, and says what it throws away', () => {
    open(false).record(marked('a'));
    const next = open(false);
    expect(next.done.size).toBe(0);
    expect(next.dropped).toBe(1);
    expect(open(true).done.size).toBe(0);
  });

  it('never goes on with other questions', () => {
    open(false).record(marked('a'));
    expect(open(true, 'two').done.size).toBe(0);
  });

  it('keeps the last finished run until the next one is finished', () => {
    const first = open(false);
    expect(first.last).toBeNull();
    first.record(marked('a'));
    first.finish();
    const second = open(true);
    expect(second.done.size).toBe(0);
    expect(ids(second.last ?? [])).toEqual(['a']);
    second.close();
    expect(ids(open(false).last ?? [])).toEqual(['a']);
  });

  it('keeps series of runs apart', () => {
    const first = open(false);
    first.record(marked('a'));
    first.finish();
    expect(openState({ folder, key: { ...key, engine: 'clickhouse' }, fingerprint: 'one', resume: false }).last).toBeNull();
    expect(openState({ folder, key: { ...key, limit: 5 }, fingerprint: 'one', resume: false }).last).toBeNull();
  });
});
