import { type Call, sessionOf } from '../../call.ts';
import type { AskReply } from '../../contract/ask.ts';
import type { Input } from '../../contract/operations.ts';
import type { CreateDatabase } from '../../databases/create.ts';
import { createdSchema } from '../../databases/design.ts';
import { Fault } from '../../fault.ts';
import type { Choice } from '../../models/models.ts';
import { type Once, requireIdempotencyKey } from '../../once.ts';
import { requireWriteAccess } from '../../rights.ts';
import { certaintyOf, type Stopwatch } from '../../trace.ts';

interface Dependencies {
  readonly create: CreateDatabase;
  readonly once: Once;
  readonly spend: (call: Call, prompt: string) => Promise<void>;
}

/** The goal is a brief: a new database is made from it. */
export function createCreateBranch(dependencies: Dependencies) {
  const { once, spend } = dependencies;
  return async (text: string, input: Input<'ask'>, call: Call, watch: Stopwatch, choice: Choice) => {
    requireWriteAccess(call.caller);
    if (!input.dryRun) requireIdempotencyKey(call);
    await spend(call, text);
    const options = { engine: input.engine, privacy: input.privacy, choice, egress: watch.egress };
    if (input.dryRun) return await designOnly(text, options, call, watch);
    let unseeded: string | null = null;
    const stored = await once.control(call, 200, async () => {
      const { id, slug, engine, schema, assumptions, model, seeded } = await dependencies.create(text, options, call);
      const tables = schema.tables.map((table) => table.name);
      if (!seeded) unseeded = id;
      watch.step('created', { dbId: id, slug, tables });
      const body: AskReply = {
        status: 'ok',
        kind: 'create',
        session: sessionOf(call, id),
        dbId: id,
        slug,
        engine,
        pkLive: null,
        answer: `Created ${slug} with ${listed(tables)}.`,
        schema: createdSchema(schema),
        assumptions: [...assumptions],
        trace: watch.trace({ engine, statement: null, model, confidence: certaintyOf(model), assumptions }),
      };
      const audit = { action: 'database.create', subject: id, details: { slug, engine } } as const;
      return { body, finish: { dbId: id, becomes: 'ready' }, audit };
    });
    if (unseeded !== null) throw new Fault('embed_failed', { params: { dbId: unseeded } });
    return stored;
  };

  /** Names no database in its session, since there is none. */
  async function designOnly(text: string, options: Parameters<CreateDatabase>[1], call: Call, watch: Stopwatch): Promise<AskReply> {
    const { slug, engine, schema, design, assumptions, model } = await dependencies.create.design(text, options, call);
    const { db: _, ...session } = sessionOf(call, '');
    return {
      status: 'requires_confirm',
      kind: 'create',
      session,
      requires_confirm: true,
      engine,
      answer: `Would create ${slug} with ${listed(schema.tables.map(({ name }) => name))}. Nothing is made yet; send the same without dryRun.`,
      schema,
      design,
      assumptions: [...assumptions],
      trace: watch.trace({ engine, statement: null, model, confidence: certaintyOf(model), assumptions }),
    };
  }
}

const listed = (tables: readonly string[]): string => `${tables.length === 1 ? 'the table' : 'the tables'} ${tables.join(', ')}`;
