import type { EngineName } from '../../contract/database.ts';
import type { Run } from '../command-run.ts';
import { requireDatabase } from '../database.ts';
import { showInspected } from '../output/inspected.ts';
import { askSecret } from '../output/prompt.ts';
import { safeText } from '../output/safe-text.ts';
import { whileSpinning } from '../output/spinner.ts';
import { readStdin } from '../read/stdin.ts';
import { Stop } from '../stop.ts';

/** The URL holds a password: it is asked for without being shown, or comes on standard input, and is kept nowhere here. */
export const dbConnect: Run = async (context, [first], { name: named, url: flag, engine, write, json }) => {
  const { output } = context;
  const isUrl = first !== undefined && /^\w+:\/\//.test(first);
  if (isUrl && flag !== undefined) throw new Stop('usage', 'There are two connection URLs.', 'Give one, best on standard input.');
  const url = isUrl ? first : flag;
  const given = isUrl ? undefined : first;
  const name = named ?? given;
  if (given !== undefined && given !== name)
    throw new Stop('usage', `It is called both ${JSON.stringify(given)} and ${JSON.stringify(name)}.`, 'Give one name.');
  const connectionUrl = await urlFor(context, url);
  const client = await context.client();
  const reply = await whileSpinning('Reading its tables', () =>
    client.connectDatabase({
      connectionUrl,
      ...(name === undefined ? {} : { name }),
      ...(engine === undefined ? {} : { engine: engine as EngineName }),
      ...(write ? { access: 'write' as const } : {}),
    }),
  );
  context.remember({ db: reply.dbId });
  if (json) {
    output.json(reply);
    return 'ok';
  }
  output.line(
    `${output.paint('bold', safeText(reply.slug))} ${output.paint('dim', `${reply.dbId} on ${reply.engine}, connected for ${reply.access === 'write' ? 'reading and writing' : 'reading'}; now the active database`)}`,
  );
  showInspected(output, reply);
  return 'ok';
};

export const dbReconnect: Run = async (context, [given], { db, url, write, json }) => {
  const { output } = context;
  const id = await requireDatabase(context, given ?? db);
  const connectionUrl = await urlFor(context, url);
  const client = await context.client();
  const reply = await whileSpinning('Reading its tables', () =>
    client.reconnectDatabase({ id, connectionUrl, ...(write ? { access: 'write' as const } : {}) }),
  );
  if (json) output.json(reply);
  else showInspected(output, reply);
  return 'ok';
};

async function urlFor({ output, settings }: Parameters<Run>[0], url: string | undefined): Promise<string> {
  const given = url ?? settings.connectionUrl ?? (output.canAsk ? await askSecret('Connection URL:') : await readStdin('connection URL'));
  const connectionUrl = given.trim();
  if (connectionUrl === '') throw new Stop('usage', 'There is no connection URL.', 'Give it on standard input, or in SVC_CONNECTION_URL.');
  if (url !== undefined)
    output.note(
      'The URL was an argument, where every user of this machine can read it, and the shell keeps it: next time leave it out, and it is asked for.',
    );
  return connectionUrl;
}
