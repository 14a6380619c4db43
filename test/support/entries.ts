import { fileURLToPath } from 'node:url';

const built = (file: string): string => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url));

/** What people start, built by `built.ts` before the first test: it starts in a third of the time that its sources take. */
export const SERVICE = built('src/main.js');
export const CLI = built('src/cli/main.js');
export const MIGRATE = built('src/migrate.js');
export const BRIDGE = built('bridge/standalone/main.js');
export const AGENTS = built('mcp/standalone/main.js');
export const AGENTS_STDIO = built('mcp/stdio.js');
