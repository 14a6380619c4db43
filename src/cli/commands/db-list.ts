import type { Run } from '../command-run.ts';
import { listDatabases } from '../database.ts';
import { csvOf } from '../output/csv.ts';
import { drawTable } from '../output/table.ts';

export const dbList: Run = async (context, _given, { json, csv }) => {
  const { output } = context;
  const databases = await listDatabases(context);
  if (json) output.json(databases);
  else if (csv) output.csv(await csvOf(['dbId', 'slug', 'name', 'engine', 'origin', 'role', 'createdAt', 'lastQueriedAt'], databases));
  else if (databases.length === 0) output.line('No databases yet; `svc new <goal>` makes one.');
  else {
    const { db: active } = context.remembered();
    // On a narrow screen ids would be cut for more; a database is found by either name.
    const isWide = output.width >= WIDE;
    const names = isWide ? ['slug', ...(databases.some(({ slug, name }) => name !== slug) ? ['name'] : [])] : ['name'];
    const rows = databases.map(({ dbId, slug, name, engine, origin, createdAt, lastQueriedAt }) => ({
      '': dbId === active ? '*' : '',
      slug,
      name,
      id: dbId,
      engine,
      origin,
      created: createdAt.slice(0, 10),
      'last asked': lastQueriedAt?.slice(0, 10) ?? '',
    }));
    const columns = ['', ...names, 'id', 'engine', ...(isWide ? ['origin', 'created'] : []), 'last asked'];
    output.line(drawTable(columns, rows, output.width));
  }
  return 'ok';
};

/** Columns of a terminal that has room for all of it. */
const WIDE = 120;
