import type { DatabaseSchemaReply } from '../../contract/database.ts';
import { dbList } from '../commands/db-list.ts';
import { undo } from '../commands/undo.ts';
import type { Context } from '../context.ts';
import { findDatabase } from '../database.ts';
import { safeText } from '../output/safe-text.ts';
import { drawTable } from '../output/table.ts';
import { Stop } from '../stop.ts';
import { HOW_IT_ENDS } from './run-sql.ts';
import type { Session } from './session.ts';

interface MetaRow {
  readonly takes: string;
  readonly summary: string;
  readonly run: (context: Context, session: Session, given: string) => Promise<void>;
}

/** What begins with a backslash. */
export const META: Readonly<Record<string, MetaRow>> = {
  '\\?': {
    takes: '',
    summary: 'this list',
    async run({ output }) {
      for (const [name, { takes, summary }] of Object.entries(META)) output.line(`  ${`${name} ${takes}`.padEnd(WIDTH)} ${summary}`);
      output.line(
        '  Anything else is a question or an instruction; SQL goes on until its semicolon. BEGIN; holds statements until COMMIT; runs them as one transaction. Ctrl-C ends what runs, Tab completes names.',
      );
    },
  },
  '\\d': { takes: '[table]', summary: 'the tables, or the columns of one', run: describe },
  '\\x': {
    takes: '',
    summary: 'rows as records down the page, and back',
    async run({ output }, session) {
      session.records = !session.records;
      output.line(`Rows are shown as ${session.records ? 'records' : 'tables'}.`);
    },
  },
  '\\l': {
    takes: '',
    summary: 'your databases',
    async run(context) {
      await dbList(context, [], {});
    },
  },
  '\\c': {
    takes: '<database>',
    summary: 'go to another database',
    async run(context, session, given) {
      if (given === '') throw new Stop('usage', 'It takes the name of a database.', '\\l lists yours.');
      if (session.held) throw new Stop('usage', 'A transaction is begun, in the database that you would leave.', HOW_IT_ENDS);
      const { dbId, slug } = await findDatabase(context, given);
      session.db = dbId;
      context.remember({ db: dbId });
      context.output.line(`${safeText(slug)} (${dbId}) is now the active database.`);
    },
  },
  '\\u': {
    takes: '',
    summary: 'undo the last write',
    async run(context, { db }) {
      await undo(context, [], db === null ? {} : { db });
    },
  },
  '\\q': {
    takes: '',
    summary: 'leave',
    async run(_context, session) {
      session.isOver = true;
    },
  },
};

const WIDTH = 16;

async function describe(context: Context, { db }: Session, given: string): Promise<void> {
  if (db === null) throw new Stop('usage', 'No database is chosen.', '\\l lists yours and \\c chooses one.');
  const { output } = context;
  const { tables } = await (await context.client()).describeDatabase({ id: db });
  const name = given.replace(/;$/, '').replace(/^"(.*)"$/, '$1');
  if (name !== '') {
    const table = tables.find((one) => one.name === name) ?? tables.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!table) throw new Stop('failed', `There is no table ${JSON.stringify(name)}.`, '\\d lists them.');
    return output.line(drawTable(['column', 'type', 'may be empty', 'key'], columnsOf(table), output.width));
  }
  if (tables.length === 0) return output.line('No tables yet.');
  const rows = tables.map((table) => ({
    table: table.name,
    kind: table.kind,
    rows: table.rowEstimate >= 0 ? `about ${table.rowEstimate}` : '',
    columns: table.columns.map((column) => column.name).join(', '),
  }));
  output.line(drawTable(['table', 'kind', 'rows', 'columns'], rows, output.width));
}

const columnsOf = ({ columns, primaryKey, foreignKeys }: DatabaseSchemaReply['tables'][number]) =>
  columns.map(({ name, type, nullable }) => ({
    column: name,
    type,
    'may be empty': nullable ? 'yes' : '',
    key: [
      ...(primaryKey.includes(name) ? ['primary'] : []),
      ...foreignKeys.flatMap((key) =>
        key.columns.flatMap((one, index) => (one === name ? [`${key.table}.${key.references[index] ?? ''}`] : [])),
      ),
    ].join(', '),
  }));
