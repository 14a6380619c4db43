import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupOf, readConfigFile, replaceConfigFile, textOf } from '../../src/cli/hosts/config-file.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'svc-hosts-'));

test('a file is replaced with its mode, and a copy of it with the same mode is beside it, and nothing else', () => {
  const home = folder();
  const file = join(home, 'mcp.json');
  writeFileSync(file, 'before');
  chmodSync(file, 0o640);
  expect(replaceConfigFile(readConfigFile(file, home), 'after')).toBe(backupOf(file));
  expect([file, backupOf(file)].map((path) => [readFileSync(path, 'utf8'), statSync(path).mode & 0o777])).toEqual([
    ['after', 0o640],
    ['before', 0o640],
  ]);
  expect(readdirSync(home).sort()).toEqual(['mcp.json', 'mcp.json.svc-backup']);
});

test('a file that was not there is made with its folders, for its owner alone, and taken away again', () => {
  const home = folder();
  const file = join(home, 'a', 'b', 'mcp.json');
  expect(replaceConfigFile(readConfigFile(file, home), 'after')).toBeNull();
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['after', 0o600]);
  expect(replaceConfigFile(readConfigFile(file, home), null)).toBeNull();
  expect(readdirSync(join(home, 'a', 'b'))).toEqual([]);
});

test('a link stays, and what it leads to is replaced', () => {
  const home = folder();
  mkdirSync(join(home, 'dotfiles'));
  const [file, target] = [join(home, 'mcp.json'), join(home, 'dotfiles', 'real.json')];
  writeFileSync(target, 'before');
  symlinkSync(target, file);
  expect(replaceConfigFile(readConfigFile(file, home), 'after')).toBe(backupOf(file));
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect([readFileSync(target, 'utf8'), readFileSync(backupOf(file), 'utf8')]).toEqual(['after', 'before']);
});

test('a file that another program changed, made or removed since it was read is left alone', () => {
  const home = folder();
  const file = join(home, 'mcp.json');
  const none = readConfigFile(file, home);
  writeFileSync(file, 'before');
  const held = readConfigFile(file, home);
  expect(() => replaceConfigFile(none, 'after')).toThrow(/was changed by another program meanwhile/);
  writeFileSync(file, 'theirs');
  expect(() => replaceConfigFile(held, 'after')).toThrow(/was changed by another program meanwhile/);
  expect(() => replaceConfigFile(held, null)).toThrow(/was changed by another program meanwhile/);
  expect(readFileSync(file, 'utf8')).toBe('theirs');
  expect(readdirSync(home).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('nothing outside the home is touched, by a link or by name, unless the file was named', () => {
  const [home, elsewhere] = [folder(), folder()];
  const target = join(elsewhere, 'mcp.json');
  writeFileSync(target, 'before');
  symlinkSync(target, join(home, 'mcp.json'));
  symlinkSync(elsewhere, join(home, 'linked'));
  for (const file of [target, join(home, 'mcp.json'), join(home, 'linked', 'new', 'mcp.json'), `${home}-beside/mcp.json`])
    expect(() => readConfigFile(file, home)).toThrow(/is outside your home folder/);
  expect(readConfigFile(target, null).bytes?.toString()).toBe('before');
});

test('what is no readable file is said in words', () => {
  const home = folder();
  mkdirSync(join(home, 'folder'));
  symlinkSync(join(home, 'nowhere'), join(home, 'broken'));
  symlinkSync('loop', join(home, 'loop'));
  writeFileSync(join(home, 'file'), '');
  const said = (name: string): string => {
    try {
      readConfigFile(join(home, name), home);
    } catch (error) {
      return String(error).replaceAll(home, '~');
    }
    return 'read';
  };
  expect(['folder', 'broken', 'loop', 'file/below'].map(said)).toEqual([
    'Stop: ~/folder cannot be read (EISDIR). Nothing was changed.',
    'Stop: ~/broken is a link to nothing. Nothing was changed.',
    'Stop: ~/loop cannot be read (ELOOP). Nothing was changed.',
    'Stop: ~/file/below cannot be read (ENOTDIR). Nothing was changed.',
  ]);
  expect(existsSync(join(home, 'nowhere'))).toBe(false);
});

test('bytes that are not UTF-8 are refused; a byte order mark is kept', () => {
  expect(() => textOf(Buffer.from('\ufeff{}', 'utf16le'))).toThrow('this is not UTF-8 text');
  expect(textOf(Buffer.from('\ufeff{}'))).toBe('\ufeff{}');
});
