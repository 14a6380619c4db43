import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliUser, CTRL_C, createCliUser } from '../support/cli.ts';
import { type Home, newHome } from '../support/owned.ts';
import { startService, type TestService } from '../support/service.ts';

let home: Home;
let service: TestService;
let others: TestService;
let user: CliUser;
beforeAll(async () => {
  home = await newHome();
  service = await home.start();
  others = await startService();
  user = await createCliUser(service.url);
});
afterAll(async () => {
  await home?.close();
  await others?.close();
});

async function put(path: string, text: string): Promise<string> {
  const file = join(user.folder, path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, text);
  return file;
}

describe('svc import', () => {
  test('brings files in, says what it supposed, and makes the database the active one', async () => {
    const customers = await put('customers.csv', 'id,name\n1,Ana\n2,Ben\n');
    const orders = await put('orders.csv', 'id,customer_id,total\n10,1,18.5\n');
    const done = await user.onPipe(['import', customers, orders]);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toMatch(/^3 of 3 records are in db_\w+, counted there\.\n/);
    expect(done.stdout).toContain('orders.customer_id points at customers.id');
    const read = await user.onPipe(['run', 'SELECT name FROM customers JOIN orders ON customer_id = customers.id', '--csv']);
    expect(read.stdout).toBe('name\r\nAna\r\n');
  });

  test('takes a folder of notes as an agent memory', async () => {
    await put('wiki/one.md', '# One\n\nBilling runs on two machines.\n');
    await put('wiki/.hidden/two.md', 'No.\n');
    const done = await user.onPipe(['import', join(user.folder, 'wiki'), '--json']);
    expect(JSON.parse(done.stdout)).toMatchObject({ packId: 'notes', phase: 'complete', progress: { items: 1, verified: 1 } });
  });

  test('asks which are meant where notes and tables lie together, and says what it leaves out', async () => {
    const customers = await put('shop/customers.csv', 'id,name\n1,Ana\n');
    const readme = await put('shop/README.md', '# Shop\n\nExported on Monday.\n');
    await put('shop/logo.png', 'x');
    const folder = join(user.folder, 'shop');
    const asked = await user.onPipe(['import', folder]);
    expect(asked).toMatchObject({ code: 2, stdout: '' });
    expect(asked.stderr).toMatch(/has notes \(1\) and tables \(1\)[\s\S]*--pack notes or --pack tabular/);
    const named = await user.onPipe(['import', customers, readme]);
    expect(named).toMatchObject({ code: 2, stdout: '' });
    expect(named.stderr).toContain('README.md is a note and customers.csv a table');
    const done = await user.onPipe(['import', folder, '--pack', 'tabular']);
    expect(done.stderr).toBe('svc: Left out, as it is nothing that this import reads: shop/README.md, shop/logo.png.\n');
    expect(done.stdout).toMatch(/^1 of 1 records are in /);
  });

  test('says which row cannot be read', async () => {
    const file = await put('broken.csv', 'a,b\n1,2\n3\n');
    const done = await user.onPipe(['import', file]);
    expect(done.code).toBe(1);
    expect(done.stderr).toContain('broken.csv, row 3: It has 1 cell, where there are 2 columns.');
  });

  test('sends a long file in parts, and goes on where Ctrl-C left it', async () => {
    const file = await put('long.csv', `id,body\n${Array.from({ length: 60_000 }, (_, n) => `${n},${'x'.repeat(200)}\n`).join('')}`);
    const terminal = user.onTerminal(['import', file]);
    await terminal.sees(/Sent|Inspecting|Classifying|Extracting|Saving/);
    terminal.type(CTRL_C);
    expect(await terminal.ended()).toBe(130);
    const [, id] = /svc import --resume (imp_[\w-]+)/.exec(terminal.text().replaceAll(/\s*\n/g, '')) ?? [];
    expect(id, terminal.text()).toBeDefined();
    const done = await user.onPipe(['import', '--resume', String(id), file]);
    expect(done, done.stderr).toMatchObject({ code: 0 });
    expect(done.stdout).toContain('60000 of 60000 records');
  });

  test('without an account it waits, and how to go on is said', async () => {
    const nobody = await createCliUser(others.url);
    const file = await put('a.csv', 'id\n1\n');
    const done = await nobody.onPipe(['import', file]);
    expect(done.code).toBe(6);
    expect(done.stderr).toMatch(/svc login[\s\S]*svc import --resume imp_/);
  });

  test.each([
    [['import'], 'Name files'],
    [['import', '/nowhere/at/all.csv'], 'there is no such file'],
  ])('%j is no use', async (args, says) => {
    const done = await user.onPipe(args);
    expect(done.code).toBe(2);
    expect(done.stderr).toContain(says);
  });
});
