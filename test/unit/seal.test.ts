import { expect, test } from 'vitest';
import { createSeal, ringOf } from '../../src/store/seal.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const SECRET = 'a secret of this test alone';
const seal = createSeal(ringOf(undefined, SECRET));

test('what was sealed opens where it was bound to, whatever its length', () => {
  for (const secret of ['', 'a', 'ab', 'abc', 'ünïcödé', 'x'.repeat(10_000)])
    expect(seal.open(seal.close(secret, 'here'), 'here')).toBe(secret);
  expect(seal.open(seal.close('secret', 'here'), 'there')).toBeNull();
});

test('a text with any one character changed does not open: its last bits and the alphabet of base64 neither', () => {
  for (const secret of ['a', 'ab', 'abc']) {
    const sealed = seal.close(secret, 'here');
    for (let at = 0; at < sealed.length; at += 1) {
      const last = at === sealed.length - 1 || sealed[at + 1] === '.';
      const others = last ? [...ALPHABET, '=', '+', '/'] : [sealed[at] === 'A' ? 'B' : 'A', '', '=', ' '];
      for (const other of others) {
        if (other === sealed[at]) continue;
        const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
        expect(seal.open(changed, 'here'), `${changed} at ${at}`).toBeNull();
      }
    }
    for (const changed of [`${sealed}=`, `${sealed} `, `${sealed}.`, `${sealed}.more`, sealed.replaceAll('-', '+').replaceAll('_', '/')])
      if (changed !== sealed) expect(seal.open(changed, 'here'), changed).toBeNull();
  }
});

test('a ring that names keys has the one that derives from the secret where it says so', () => {
  const key = Buffer.alloc(32, 1);
  const of = (...names: string[]) =>
    createSeal(
      ringOf(
        names.map((id) => ({ id, key: id === 'secret' ? null : key })),
        SECRET,
      ),
    );
  const before = createSeal(ringOf(undefined, SECRET)).close('x', 'here');
  expect([of('a', 'secret').open(before, 'here'), of('a').open(before, 'here')]).toEqual(['x', null]);
  expect(of('secret').open(of('a', 'secret').close('x', 'here'), 'here')).toBeNull();
  expect(of('secret', 'a').isPresent(before)).toBe(true);
  expect([before, of('a', 'secret').close('x', 'here')].map(of('b').keyOf)).toEqual(['secret', 'a']);
});
