import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { wireAsValues } from './wire-as-values.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The client as one module that imports nothing. */
export default defineConfig({
  root: at('.'),
  build: {
    lib: { entry: at('../src/client/index.ts'), formats: ['es'], fileName: 'index' },
    outDir: at('../dist/client'),
    // Its types are beside it.
    emptyOutDir: false,
    target: 'es2022',
    minify: false,
    reportCompressedSize: false,
  },
  plugins: [wireAsValues()],
});
