import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The protocol's own conformance suite. */
export const SUITE = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

/** The suite imports one function, which the commands that are used here do not call, that `fs` has from Node 22 on. */
export function node(): string[] {
  if (Number(process.versions.node.split('.')[0]) >= 22) return [];
  const fs = `data:text/javascript,${encodeURIComponent("export * from 'node:fs'; export const globSync = () => [];")}`;
  const resolve = `export const resolve = (name, context, next) =>
    name === 'fs' && context.parentURL?.includes('/conformance/') ? { url: ${JSON.stringify(fs)}, shortCircuit: true } : next(name, context);`;
  const registered = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(resolve)}`)});`;
  return ['--import', `data:text/javascript,${encodeURIComponent(registered)}`];
}
