import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetAllKept, forgetKept, keepInBrowser, keepInTab, readOfBrowser, readOfTab } from '../../web/src/kept.ts';
import { readTurns } from '../../web/src/pages/ask/kept.ts';
import { addBegun, dropBegun, hrefOf, readBegun } from '../../web/src/pages/import/begun.ts';
import { remember, remembered } from '../../web/src/pages/sql/run-before.ts';

/** As a browser's: its names are its own properties, and there is an end to it. */
class Room {
  readonly #letters: number;
  constructor(letters: number) {
    this.#letters = letters;
  }
  getItem(name: string): string | null {
    return Object.hasOwn(this, name) ? String(Reflect.get(this, name)) : null;
  }
  setItem(name: string, text: string): void {
    const others = Object.entries(this).filter(([other]) => other !== name);
    if ([...others, [name, text]].join('').length > this.#letters) throw new DOMException('Full.', 'QuotaExceededError');
    Reflect.set(this, name, text);
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}

describe('what the pages keep in a browser', () => {
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', new Room(2_000));
    vi.stubGlobal('localStorage', new Room(2_000));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('comes back as it was: wide whole numbers, texts that begin with NUL', () => {
    const value = { wide: 12_345_678_901_234_567_890n, marked: '\u0000 7', plain: ['7', null] };
    keepInTab('ada.ran', value);
    expect(readOfTab('ada.ran')).toEqual(value);
    expect(readOfBrowser('ada.ran')).toBeNull();
  });

  test('goes with its account, and leaves what is of another service of the same address', () => {
    for (const keep of [keepInTab, keepInBrowser]) for (const name of ['ada.draft', 'ada2.draft', 'bob.sql']) keep(name, name);
    localStorage.setItem('svc.kept/under.eve.draft', 'of a service under a path');
    forgetAllKept('ada');
    expect(['ada.draft', 'ada2.draft', 'bob.sql'].map(readOfTab)).toEqual(['ada.draft', null, null]);
    expect(['ada.draft', 'ada2.draft', 'bob.sql'].map(readOfBrowser)).toEqual(['ada.draft', null, null]);
    forgetAllKept();
    expect([Object.keys(sessionStorage), Object.keys(localStorage)]).toEqual([[], ['svc.kept/under.eve.draft']]);
  });

  test('is not what it was before where there is no room for what it is now', () => {
    expect(keepInBrowser('ada.draft', 'short')).toBe(true);
    expect(keepInBrowser('ada.draft', 'long '.repeat(1_000))).toBe(false);
    expect(readOfBrowser('ada.draft')).toBeNull();
    keepInTab('ada.draft', 'short');
    forgetKept('ada.draft');
    expect(readOfTab('ada.draft')).toBeNull();
  });

  test('of statements are the newest that there is room for, each once', () => {
    for (const sql of ['SELECT 1', 'SELECT 2', 'SELECT 1']) remember('ada', sql);
    expect(remembered('ada')).toEqual(['SELECT 1', 'SELECT 2']);
    for (let at = 0; at < 9; at++) remember('ada', `SELECT ${at} -- ${'x'.repeat(300)}`);
    expect(remembered('ada').length).toBeLessThan(9);
    expect(remembered('ada')[0]).toMatch(/^SELECT 8 /);
    expect(remembered('bob')).toEqual([]);
  });

  test('of imports is what is not over, with the way back to each', () => {
    const begun = (id: string) => ({ id, names: [`${id}.csv`], isLookedAt: id === 'imp_2', at: '2026-11-26T00:00:00.000Z' });
    addBegun('ada', begun('imp_1'));
    addBegun('ada', begun('imp_2'));
    expect(readBegun('ada').map(hrefOf)).toEqual(['/import?id=imp_2&look=1', '/import?id=imp_1']);
    expect(dropBegun('ada', 'imp_2').map(({ id }) => id)).toEqual(['imp_1']);
    expect([readBegun('ada').length, readBegun('bob').length, readTurns('ada.thread').length]).toEqual([1, 0, 0]);
  });
});
