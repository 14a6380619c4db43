import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm run pack:client [folder]`: the built client as a package of its own, for programs that only call a service. */
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const { version, license, engines, dependencies } = JSON.parse(readFileSync(at('../package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
} & Readonly<Record<'version' | 'license' | 'engines', unknown>>;
const folder = mkdtempSync(join(tmpdir(), 'svc-client-'));
try {
  cpSync(at('../dist/client'), join(folder, 'dist'), { recursive: true });
  cpSync(at('./README.md'), join(folder, 'README.md'));
  const description = {
    name: 'svc-client',
    version,
    description: 'The typed client of svc, the database that people and agents talk to.',
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './dist/types/client/index.d.ts', default: './dist/index.js' } },
    files: ['dist'],
    engines,
    // Of its types alone: the module imports nothing.
    dependencies: { zod: dependencies.zod },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  const out = resolve(process.argv[2] ?? '.');
  execFileSync('npm', ['pack', '--silent', '--pack-destination', out], { cwd: folder, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
