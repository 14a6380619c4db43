import { type CallOptions, type Client, SvcError } from '../client/index.ts';
import type { AskReply } from '../contract/ask.ts';
import type { Sent } from '../contract/operations.ts';
import type { Context } from './context.ts';
import type { Exit } from './exit-codes.ts';
import type { Flags } from './options.ts';
import { resultCsv } from './output/csv.ts';
import { askYesNo, pickOne } from './output/prompt.ts';
import { showAsk, showDiff } from './output/reply.ts';
import { safeText } from './output/safe-text.ts';
import { whileSpinning } from './output/spinner.ts';
import type { HeldPreview } from './state.ts';
import { stepText } from './steps.ts';
import { Stop } from './stop.ts';

type AskInput = Sent<'ask'> & { readonly goal: string };

/** Asks, shows the reply, and takes a previewed write to its confirmation. A database that was created becomes the active one. */
export async function putGoal(context: Context, input: AskInput, flags: Flags): Promise<Exit> {
  const reply = await askWithChoices(context, input, flags);
  if (reply.kind === 'create' && 'dbId' in reply) context.remember({ db: reply.dbId });
  if (reply.kind !== 'preview') return await show(context, reply, flags);

  const held = { db: reply.session.db, goal: input.goal, confirmToken: reply.confirmToken, expiresAt: reply.expiresAt };
  context.remember({ preview: held });
  if (flags.dryRun === true) {
    await show(context, reply, flags);
    context.output.note('Nothing is written. Within five minutes --confirm in place of --dry-run writes this.');
    return 'ok';
  }
  if (flags.confirm !== true && !context.output.canAsk) {
    await show(context, reply, flags);
    context.output.note('Nothing is written yet. Repeat the command with --confirm within five minutes to write this.');
    return 'needsConfirm';
  }
  if (flags.json !== true && flags.csv !== true) showDiff(context.output, reply.diff);
  if (flags.confirm !== true && !(await askYesNo('Write this?'))) {
    context.remember({ preview: null });
    context.output.note('Nothing was written.');
    return 'needsConfirm';
  }
  return await write(context, { ...input, ...held }, flags);
}

/** Takes the write that the same goal was shown before, if it was: what is confirmed is then what was seen. */
export async function confirmHeld(context: Context, input: AskInput, flags: Flags): Promise<Exit | null> {
  const { preview } = context.remembered();
  if (!preview || !isHeldFor(preview, input)) return null;
  return await write(context, { ...input, ...preview }, flags);
}

const isHeldFor = ({ db, goal, expiresAt }: HeldPreview, input: AskInput): boolean =>
  goal === input.goal && (input.db === undefined || input.db === db) && Date.parse(expiresAt) > Date.now();

async function write(
  context: Context,
  { db, goal, confirmToken, model }: AskInput & Pick<HeldPreview, 'confirmToken'>,
  flags: Flags,
): Promise<Exit> {
  context.remember({ preview: null });
  const reply = await ask(context, { db, goal, confirmToken, confirm: true, ...(model === undefined ? {} : { model }) });
  return await show(context, reply, flags);
}

async function show(context: Context, reply: AskReply, { json, csv, chart, records }: Flags): Promise<Exit> {
  if (reply.kind === 'write') context.remember({ written: { db: reply.session.db, traceIds: [reply.trace.id] } });
  const { output } = context;
  if (json) output.json(reply);
  else if (csv && 'data' in reply) {
    output.csv(await resultCsv(reply));
    if (reply.truncated)
      throw new Stop('failed', 'There are more rows: what was printed is not all of them.', '`svc run --csv` with the SQL streams them.');
  } else await showAsk(output, reply, { chart: chart === true, records: records === true });
  return 'ok';
}

interface Choice {
  readonly label: string;
  readonly input: Partial<AskInput>;
  readonly dropPin: boolean;
}

/** Where the service asks back and somebody sits there, they choose. */
async function askWithChoices(context: Context, input: AskInput, flags: Flags): Promise<AskReply> {
  try {
    return await ask(context, flags.csv ? { ...input, maxRows: ROWS_MAX } : input);
  } catch (error) {
    const choices = error instanceof SvcError && context.output.canAsk ? choicesOf(error) : [];
    if (choices.length === 0) throw error;
    const chosen =
      choices[
        await pickOne(
          'This can be read in more than one way. Which is meant?',
          choices.map(({ label }) => safeText(label)),
        )
      ];
    if (!chosen) throw new Stop('askedBack', 'Nothing was chosen.');
    const { db, ...rest } = input;
    return await ask(context, { ...rest, ...(db === undefined || chosen.dropPin ? {} : { db }), ...chosen.input });
  }
}

/** The most that one JSON reply holds. */
const ROWS_MAX = 10_000;

function choicesOf({ code, body }: SvcError): Choice[] {
  const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value : []);
  if (code === 'ambiguous_db')
    return list(body?.candidate_dbs).map(({ id, slug }) => ({ label: `${slug} (${id})`, input: { db: String(id) }, dropPin: false }));
  if (code !== 'clarify_required') return [];
  return list(body?.options).map(({ label, goal, forceQuery, dropPin }) => ({
    label: String(label),
    input: { goal: String(goal), ...(forceQuery === true ? { forceQuery } : {}) },
    dropPin: dropPin === true,
  }));
}

/** One ask; on a terminal each step is told as it is reached. */
async function ask(context: Context, input: AskInput): Promise<AskReply> {
  const client: Client = await context.client();
  const told = process.stderr.isTTY === true;
  return await whileSpinning('Asking', async (say) => {
    const options: CallOptions = told ? { onEvent: (event) => say(stepText(event)) } : {};
    return await client.ask(input, options);
  });
}
