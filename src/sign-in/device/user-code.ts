import { randomInt } from 'node:crypto';

/** Consonants alone, so that no code is a word, and none that looks like a digit (RFC 8628, 6.1): 34.5 bits in eight of them. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const FORM = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

export const newUserCode = (): string => Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');

/** As people read it. */
export const shownUserCode = (userCode: string): string => `${userCode.slice(0, LENGTH / 2)}-${userCode.slice(LENGTH / 2)}`;

/** As it was typed, with a hyphen or spaces anywhere and in small letters; null for what can be none. */
export function readUserCode(text: string): string | null {
  const plain = text.replace(/[\s-]/g, '').toUpperCase();
  return FORM.test(plain) ? plain : null;
}
