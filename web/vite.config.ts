import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { wireAsValues } from '../client/wire-as-values.ts';

/** Of the scripts that the first page needs, as they are sent; an editor comes with the page that has one. */
const SCRIPTS_MAX_BYTES = 200_000;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // A proxy may serve all of it under a path: addresses are from the page, which the service says how deep it lies.
  base: './',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // What is inline needs a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // "use client" is for servers that render; there is none.
      onLog: (level, log, told) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : told(level, log)),
    },
  },
  plugins: [wireAsValues(), scriptsFit(), reference()],
});

/** Says how large the first load is, and fails the build where it is too large for a page that opens at once. */
function scriptsFit(): Plugin {
  return {
    name: 'scripts-fit',
    generateBundle(_, bundle) {
      const scripts = Object.values(bundle).filter((one) => one.type === 'chunk');
      const first = new Set(scripts.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
      // A set goes on to what is added to it meanwhile.
      for (const name of first) for (const needed of scripts.find(({ fileName }) => fileName === name)?.imports ?? []) first.add(needed);
      const bytesOf = (some: typeof scripts) => some.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
      const bytes = bytesOf(scripts.filter(({ fileName }) => first.has(fileName)));
      const kilobytes = (count: number) => `${(count / 1_000).toFixed(1)} kB`;
      if (bytes > SCRIPTS_MAX_BYTES)
        this.error(`The scripts of the first load are ${kilobytes(bytes)} gzipped, more than ${kilobytes(SCRIPTS_MAX_BYTES)}.`);
      this.info(
        `scripts: ${kilobytes(bytes)} gzipped at first, of ${kilobytes(SCRIPTS_MAX_BYTES)} at the most; ${kilobytes(bytesOf(scripts) - bytes)} when needed`,
      );
    },
  };
}

/** What the page at /docs is made of: the rest of its package, four fifths of it maps and other builds, is not installed with the service. */
function reference(): Plugin {
  const files = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'];
  const folder = new URL('../node_modules/swagger-ui-dist/', import.meta.url);
  return {
    name: 'reference',
    generateBundle() {
      for (const file of files)
        this.emitFile({ type: 'asset', fileName: `reference/${file}`, source: readFileSync(new URL(file, folder)) });
    },
  };
}
