import type { Engine, WriteTransaction } from './engine.ts';

/** Told once a write has committed that made, changed or took away tables; null where it is not known which. */
export type OnTablesChanged = (dbId: string, tables: readonly string[] | null) => void;

/** The same engine, which tells of tables that its writes changed. */
export function tellingChanges<E extends Engine>(engine: E, tell: OnTablesChanged): E {
  const changed = new WeakMap<WriteTransaction, Set<string | null>>();
  const note = (transaction: WriteTransaction, table: string | null): void => void changed.get(transaction)?.add(table);

  const told: Partial<Engine> = {
    async write(target, once, work, options) {
      let tables: ReadonlySet<string | null> = new Set();
      const outcome = await engine.write(
        target,
        once,
        (transaction) => {
          // Begun again, it changes what it changes then.
          const own = new Set<string | null>();
          changed.set(transaction, own);
          tables = own;
          return work(transaction);
        },
        options,
      );
      const names = [...tables].filter((name) => name !== null);
      if (outcome.kind === 'written' && tables.size > 0) tell(target.dbId, tables.has(null) ? null : names);
      return outcome;
    },
    async applyChange(transaction, change, schema) {
      const done = await engine.applyChange(transaction, change, schema);
      for (const step of change.steps) {
        note(transaction, step.table);
        if (step.do === 'renameTable') note(transaction, step.to);
      }
      return done;
    },
    async insertRows(transaction, table, rows) {
      const done = await engine.insertRows(transaction, table, rows);
      const { createdTable, createdColumns, widenedColumns } = done;
      if (createdTable || createdColumns.length > 0 || widenedColumns.length > 0) note(transaction, done.table);
      return done;
    },
    async undo(transaction, schema, traceId) {
      const done = await engine.undo(transaction, schema, traceId);
      if (done.verb === 'alter' && !done.already) note(transaction, null);
      return done;
    },
  };
  const { importing } = engine;
  if (!importing) return { ...engine, ...told };
  return {
    ...engine,
    ...told,
    importing: {
      ...importing,
      async make(transaction, table) {
        await importing.make(transaction, table);
        note(transaction, table.name);
      },
      async convert(transaction, table, columns) {
        await importing.convert(transaction, table, columns);
        note(transaction, table);
      },
      async key(transaction, table, candidates) {
        const key = await importing.key(transaction, table, candidates);
        note(transaction, table.name);
        return key;
      },
      async relate(transaction, relation) {
        const missing = await importing.relate(transaction, relation);
        note(transaction, relation.table);
        return missing;
      },
    },
  };
}
