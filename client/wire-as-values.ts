import type { Plugin } from 'vite';
import { STATUS_OF, WIRE } from '../src/contract/wire.ts';

/** Puts the values of `contract/wire.ts` in place of its text, so that a bundle has neither the schemas nor zod. */
export const wireAsValues = (): Plugin => ({
  name: 'wire-as-values',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('/src/contract/wire.ts')) return null;
    return `export const WIRE = ${JSON.stringify(WIRE)};\nexport const STATUS_OF = ${JSON.stringify(STATUS_OF)};\n`;
  },
});
