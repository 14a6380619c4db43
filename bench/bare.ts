import Fastify from 'fastify';
import pg from 'pg';

/** What /v1/run is measured against: the same query through the `pg` driver behind one bare Fastify route. */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 8 });
const app = Fastify();
app.post('/run', async (request) => {
  const { sql, params } = request.body as { sql: string; params?: unknown[] };
  const { rows } = await pool.query(sql, params);
  return { data: rows };
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`listens on ${address}\n`);
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => pool.end())
      .then(() => process.exit(0)),
);
