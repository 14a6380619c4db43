import { expect, test } from 'vitest';
import { beginsGitLog } from '../../src/contract/packs.ts';

test.each([
  'commit 1a2b3c4d5e6f\nAuthor: Ana <ana@example.com>\n',
  '1a2b3c4 Fix it\n0e91aa7 Begin\n',
  '1a2b3c4 (HEAD -> main) Fix it\n3\t1\ta.ts\n\n0e91aa7 Begin\n',
  '1a2b3c4 The only one',
  'defaced Say more\n1a2b3c4 Begin\n',
])('%j begins as a git log', (text) => expect(beginsGitLog(text)).toBe(true));

test.each([
  '',
  'defaced walls\n',
  '1a2b3c4\n',
  '1a2b3c4 Fix it\nand then we talked\n',
  '2026-11-25 A day\n',
  '1234567\tnumber\n',
  '# Notes\n',
])('%j does not', (text) => expect(beginsGitLog(text)).toBe(false));
