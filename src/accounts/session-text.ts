import { randomBytes } from 'node:crypto';

const BYTES = 32;
const FORM = /^[\w-]{43}$/;

/** A fresh text for a cookie or a link: 256 random bits, base64url. */
export const newTokenText = (): string => randomBytes(BYTES).toString('base64url');

/** Whether the text can be one at all, told without a look-up. */
export const isTokenText = (text: string): boolean => FORM.test(text);

/** What is hashed of it: a hash of one kind is never that of another. */
export const hashedAs = (
  kind: 'session' | 'link' | 'oauth' | 'pick' | 'device' | 'user code' | 'agent code' | 'used code' | 'agent request' | 'agent token',
  text: string,
): string => `${kind}\n${text}`;
