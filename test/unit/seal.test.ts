import { expect, test } from 'vitest';
import { createSeal, ringOfSecret } from '../../src/store/seal.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const seal = createSeal(ringOfSecret('a secret of this test alone'));

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
