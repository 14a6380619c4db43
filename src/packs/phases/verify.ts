import type { MadeKey } from '../../engines/engine.ts';
import type { Job, Phase } from '../job.ts';
import type { Check, Portion, TableState } from '../state.ts';
import { isItsOwnKey } from '../tabular/relations.ts';
import { unreadable } from '../unreadable.ts';
import { asImported, bulk } from './save.ts';

/** What is written as text, a key, a relation or a count at a time. */
export function createVerify({
  countMemories,
}: {
  readonly countMemories: (job: Job, portion: Portion, step: string) => Promise<number>;
}): Phase {
  return async (job) => {
    const { state } = job;
    job.progress = { ...job.progress, verified: job.progress.verified ?? 0 };
    const check = state.checks[state.at];
    if (!check) return 'done';
    const step = `check ${state.at}`;
    if (check.kind === 'key') await key(job, state.tables[check.table] as TableState, step);
    else if (check.kind === 'convert') await convert(job, state.tables[check.table] as TableState, step);
    else if (check.kind === 'relation') await relate(job, check, step);
    else {
      const counted =
        check.kind === 'memories'
          ? await countMemories(job, state.portions[check.portion] as Portion, step)
          : await count(job, state.tables[check.table] as TableState, step);
      job.progress = { ...job.progress, verified: (job.progress.verified ?? 0) + counted };
    }
    state.at += 1;
    return state.at >= state.checks.length ? 'done' : 'more';
  };
}

async function key(job: Job, table: TableState, step: string): Promise<void> {
  const candidates = table.key ?? [];
  const made = await job.write<MadeKey | string | null>(step, (transaction, engine) =>
    bulk(engine.importing).key(transaction, asImported(table), candidates),
  );
  // An earlier version kept the name alone.
  const { column: found, rows } = typeof made === 'string' ? { column: made, rows: null } : (made ?? { column: null, rows: null });
  table.key = found === null ? null : [found];
  table.counted = rows;
  job.state.assumptions.push(
    found === null
      ? `${table.name} has a key of its own: values of ${candidates.join(', ')} repeat`
      : `${table.name}.${found} is the key: none of its values repeats`,
  );
}

async function convert(job: Job, { name, columns }: TableState, step: string): Promise<void> {
  const converted = columns.flatMap(({ name: column, type, form }) => (form ? [{ name: column, type, form }] : []));
  await job.write(step, async (transaction, engine) => {
    await bulk(engine.importing).convert(transaction, name, converted);
    return null;
  });
}

async function relate(job: Job, check: Extract<Check, { kind: 'relation' }>, step: string): Promise<void> {
  const { table, column, to, key } = check;
  const [from, target] = [job.state.tables[table], job.state.tables[to]];
  // What repeats is nothing to point at.
  if (!from || target?.key?.[0] !== key || isItsOwnKey(check, job.state.tables)) return;
  const names = { table: from.name, column, to: target.name, key };
  const missing = await job.write(step, (transaction, engine) => bulk(engine.importing).relate(transaction, names));
  job.state.assumptions.push(
    missing === 0
      ? `${from.name}.${column} points at ${target.name}.${key}: all of its values are there`
      : `${from.name}.${column} does not point at ${target.name}.${key}: ${missing} of its values ${missing === 1 ? 'is' : 'are'} not there`,
  );
}

/** Others may have added rows meanwhile; fewer than were written there cannot be. Building a key has counted them. */
async function count(job: Job, table: TableState, step: string): Promise<number> {
  const found = table.counted ?? (await job.write(step, (transaction, engine) => bulk(engine.importing).count(transaction, table.name)));
  if (found < table.rows)
    throw unreadable(`The table ${table.name} has ${found} rows, of ${table.rows} that were written: some were deleted meanwhile.`);
  return table.rows;
}
