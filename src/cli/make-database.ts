import type { Output } from '../contract/operations.ts';
import type { Context } from './context.ts';
import { showCreated } from './output/reply.ts';
import { safeText } from './output/safe-text.ts';
import { whileSpinning } from './output/spinner.ts';

interface Wanted {
  readonly goal: string;
  readonly name?: string | undefined;
  readonly engine?: string | undefined;
  readonly preset?: string | undefined;
  /** Nothing is printed: a script is given the whole at the end. */
  readonly isQuiet: boolean;
}

/** Creates a database, makes it the active one and shows its tables. */
export async function makeDatabase(context: Context, { goal, name, engine, preset, isQuiet }: Wanted): Promise<Output<'createDatabase'>> {
  const client = await context.client();
  const created = await whileSpinning('Creating the database', () =>
    client.createDatabase({
      goal,
      ...(name === undefined ? {} : { name }),
      ...(preset === undefined ? {} : { preset }),
      ...(engine === undefined ? {} : { engine: engine as 'postgres' }),
    }),
  );
  context.remember({ db: created.dbId });
  if (isQuiet) return created;
  const { output } = context;
  output.line(
    `${output.paint('bold', safeText(created.slug))} ${output.paint('dim', `${created.dbId} on ${created.engine}; now the active database`)}`,
  );
  showCreated(output, created.schema, created.assumptions);
  return created;
}
