import { startEmbeddedPostgres } from '../../src/engines/postgres/embedded.ts';

/**
 * A service reduced to its embedded server, to be run as a process of its own and killed: `embedded-service.ts <dataDir> [sharedDir]`.
 * Writes one line of JSON, the endpoint or the error, and stops when its stdin ends.
 */
const [dataDir = '', sharedDir] = process.argv.slice(2);
try {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, ...(sharedDir ? { sharedDir } : {}) });
  process.stdout.write(`${JSON.stringify({ endpoint: server.endpoint() })}\n`);
  process.stdin.resume().once('end', () => void server.stop());
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`);
}
