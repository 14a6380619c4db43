import { Fault } from '../../src/fault.ts';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { dumpFile, readDump } from './dump.ts';
import { GROUND_ROWS_MAX, type Grounds } from './ground.ts';
import { hostDump } from './hosted.ts';
import { startHostedService } from './hosted-service.ts';

/** Hosted databases of a service in this process; statements pass its guard and run as the database's reader. */
export async function postgresGrounds(data: string): Promise<Grounds> {
  const service = await startHostedService();
  const { engine } = service;
  return {
    async open({ questions: [first] }) {
      const dump = await hostDump(service, {
        name: first.db,
        statements: await readDump(dumpFile(data, 'postgres', first.dump)),
        schema: null,
      });
      const target = { dbId: dump.dbId };
      const { signal } = new AbortController();
      const schema = await engine.introspect(target, signal);
      const scope = { relations: new Set(schema.tables.map(({ name }) => name)), schema };
      return {
        schema,
        values: async () => buildValueIndex(await engine.distinctValues(target, schema, signal)),
        async compile(plan) {
          const statement = engine.compile(plan, schema);
          const verdict = await engine.guard(statement.sql, scope, { target, signal });
          if (verdict.kind === 'deny') throw new Fault('internal_error', { params: { reason: `Refused by the guard: ${verdict.reason}` } });
          return statement;
        },
        read: async (statement) => (await engine.read(target, statement, { maxRows: GROUND_ROWS_MAX, signal })).rows,
        gold: dump.gold,
        close: dump.close,
      };
    },
    close: () => service.close(),
  };
}
