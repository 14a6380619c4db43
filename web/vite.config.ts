import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Of all scripts of the pages together, as they are sent. */
const SCRIPTS_MAX_BYTES = 150_000;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
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
  plugins: [scriptsFit()],
});

/** Says how large the scripts are, and fails the build where they are too large for a page that opens at once. */
function scriptsFit(): Plugin {
  return {
    name: 'scripts-fit',
    generateBundle(_, bundle) {
      const scripts = Object.values(bundle).filter((one) => one.type === 'chunk');
      const bytes = scripts.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
      const kilobytes = (count: number) => `${(count / 1_000).toFixed(1)} kB`;
      if (bytes > SCRIPTS_MAX_BYTES) this.error(`The scripts are ${kilobytes(bytes)} gzipped, more than ${kilobytes(SCRIPTS_MAX_BYTES)}.`);
      this.info(`scripts: ${kilobytes(bytes)} gzipped, of ${kilobytes(SCRIPTS_MAX_BYTES)} at the most`);
    },
  };
}
