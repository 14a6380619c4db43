import { readFileSync } from 'node:fs';

/** Of this package: beside `src` when it runs from its sources, beside `dist` when it is built. */
export const packageFile = (): URL => {
  const here = import.meta.url;
  return new URL(here.includes('/dist/src/') ? '../../package.json' : '../package.json', here);
};

export interface PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
}

export const packageFacts = (): PackageFacts => JSON.parse(readFileSync(packageFile(), 'utf8')) as PackageFacts;
