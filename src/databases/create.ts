import type { Call, Handler } from '../call.ts';
import type { CreateSchema } from '../contract/create-schema.ts';
import type { CreatedSchema, EngineName, SchemaPreset } from '../contract/database.ts';
import type { Privacy } from '../contract/egress.ts';
import type { Engine } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { Choice, Models } from '../models/models.ts';
import type { Once } from '../once.ts';
import { type Egress, egressRecord, openEgress } from '../plan/egress.ts';
import type { Designer } from '../plan/planner.ts';
import type { Schema } from '../plan/schema.ts';
import { requireWholeAccount, requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import { createdSchema, design, designedSchema, newDatabaseId, slugOf } from './design.ts';
import { type ChosenPreset, choosePreset } from './presets.ts';
import type { Room } from './room.ts';
import type { TableMeanings } from './table-meanings.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly engine: (name: EngineName) => Engine;
  readonly designers: readonly Designer[];
  readonly room: Room;
  /** The engine that the words of a brief ask for, and the brief without them. */
  readonly engineNamedIn: (goal: string) => NamedEngine;
  /** Which engine suits a brief, when its caller named none. */
  readonly suitedEngine: (goal: string, schema: CreateSchema) => { readonly engine: EngineName; readonly reason: string };
  /** Null where tables are found by words alone. */
  readonly tableMeanings: Pick<TableMeanings, 'seed'> | null;
}

export interface Created {
  readonly id: string;
  readonly slug: string;
  readonly engine: EngineName;
  readonly schema: Schema;
  readonly assumptions: readonly string[];
  readonly model: string;
  /** Whether its tables are found by meaning too, where that is on: it is there all the same, and named by `embed_failed`. */
  readonly seeded: boolean;
}

interface Options {
  readonly engine?: EngineName | undefined;
  readonly name?: string | undefined;
  /** The most that a model is ever told of the new database's stored values; absent leaves it to the deployment. */
  readonly privacy?: Privacy | undefined;
  /** Who designs. */
  readonly choice: Choice;
  /** Where is written down what designing told a model. */
  readonly egress: Egress;
  /** Whose tables it gets, in place of any that are designed. */
  readonly preset?: ChosenPreset | null;
  /** Its tables, where they are there already. */
  readonly given?: CreateSchema | undefined;
}

export interface CreateDatabase {
  (goal: string, options: Options, call: Call): Promise<Created>;
  /** What it would make; nothing is made. */
  design(goal: string, options: Options, call: Call): Promise<Designed>;
}

interface NamedEngine {
  readonly engine: EngineName | null;
  readonly rest: string;
}

export type Designed = Pick<Created, 'engine' | 'assumptions' | 'model'> & {
  readonly slug: string;
  readonly schema: CreatedSchema;
  readonly design: CreateSchema;
};

/**
 * Brief → schema → database. The record is written first and marked ready with the reply, so that whatever a crash
 * leaves half made is found and removed, and a retry makes no second one.
 */
export function createDatabaseMaker({
  databases,
  engine: engineOf,
  designers,
  room,
  engineNamedIn,
  suitedEngine,
  tableMeanings,
}: Dependencies): CreateDatabase {
  const read = async (goal: string, { engine: asked, choice, egress, given }: Options, call: Call) => {
    requireWholeAccount(call.caller);
    if (goal.trim() === '') throw new Fault('goal_required');
    const named = engineNamedIn(goal);
    const designed = given === undefined ? await design(choice.designers(designers), named.rest, call.signal, egress) : asGiven(given);
    const chosen = asked === undefined ? suited(named, designed.schema) : asAsked(asked, named.engine);
    const { engine } = chosen;
    const fitted = given === undefined ? engine.fit?.(designed.schema) : undefined;
    const schema = fitted?.schema ?? designed.schema;
    const assumptions = [
      ...chosen.assumptions,
      ...designed.assumptions,
      ...(fitted?.assumptions ?? []),
      ...(engine.suppositions?.(schema) ?? []),
    ];
    return { schema, engine, assumptions, model: designed.model };
  };

  const asDesigned = async (goal: string, options: Options, call: Call) => {
    const { schema, ...rest } = await read(goal, options, call);
    return { ...rest, content: schema, designed: schema.title };
  };
  const ofPreset = ({ id, engine, title }: ChosenPreset) => ({
    // Without tables it is a database as any other.
    content: id === 'empty' ? null : id,
    designed: title,
    engine: engineOf(engine),
    assumptions: [],
    model: 'raw',
  });

  const make = async (goal: string, options: Options, call: Call): Promise<Created> => {
    requireWholeAccount(call.caller);
    const { name, privacy, preset = null } = options;
    const { content, engine, assumptions, model, designed } = preset === null ? await asDesigned(goal, options, call) : ofPreset(preset);
    const { ownerId } = call.caller;
    const title = name ?? designed;
    let slug = '';
    let id = '';
    for (let inserted = false; !inserted; ) {
      slug = await databases.freeSlug(ownerId, slugOf(title));
      id = newDatabaseId(slug);
      const record = {
        id,
        ownerId,
        slug,
        name: title,
        engine: engine.name,
        privacy: privacy ?? null,
        preset: content !== null && preset ? preset.id : null,
      };
      await room.forDatabase(call, async (max) => {
        const found = await databases.insert(record, max);
        // Another create has taken the slug meanwhile: the next one is looked for.
        inserted = found !== 'slug_taken';
        return found === 'slug_taken' ? null : found;
      });
    }
    try {
      await engine.provision({ dbId: id }, content, call.signal);
    } catch (error) {
      // While something of it remains its record does too, for the sweep.
      if (!(error instanceof Fault && error.params?.rolled_back === false)) await databases.remove(id);
      throw error;
    }
    const live = await engine.introspect({ dbId: id }, call.signal);
    // Those of a preset are the same few everywhere.
    const told = { egress: options.egress, signal: call.signal };
    const seeded = tableMeanings === null || preset !== null || (await tableMeanings.seed(id, live, told));
    return { id, slug, engine: engine.name, schema: live, assumptions, model, seeded };
  };

  return Object.assign(make, {
    design: async (goal: string, options: Options, call: Call): Promise<Designed> => {
      const { schema, engine, assumptions, model } = await read(goal, options, call);
      return {
        slug: await databases.freeSlug(call.caller.ownerId, slugOf(options.name ?? schema.title)),
        engine: engine.name,
        schema: designedSchema(schema, engine.typeNames),
        design: schema,
        assumptions,
        model,
      };
    },
  });

  /** The field goes before the brief, and says so where that has another one. */
  function asAsked(asked: EngineName, named: EngineName | null): { engine: Engine; assumptions: readonly string[] } {
    const isOther = named !== null && named !== asked;
    return {
      engine: engineOf(asked),
      assumptions: isOther ? [`made in ${NAMES[asked]}, as the request says; the brief speaks of ${NAMES[named]}`] : [],
    };
  }

  /** The engine that the brief asks for, or else the one that suits it; Postgres, and a word about it, where that one is not there. */
  function suited({ engine: named, rest }: NamedEngine, schema: CreateSchema): { engine: Engine; assumptions: readonly string[] } {
    if (named !== null) return { engine: engineOf(named), assumptions: [`made in ${NAMES[named]}, which the brief asks for`] };
    const { engine: name, reason } = suitedEngine(rest, schema);
    if (name === 'postgres') return { engine: engineOf(name), assumptions: [] };
    try {
      return { engine: engineOf(name), assumptions: [`made in ${NAMES[name]}, since ${reason}`] };
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'unconfigured') throw error;
      const missing = `${NAMES[name]} would suit this, since ${reason}, but is not configured here`;
      return { engine: engineOf('postgres'), assumptions: [`made in ${NAMES.postgres}: ${missing}`] };
    }
  }
}

/** Nothing is left open, and nobody designs. */
const asGiven = (schema: CreateSchema) => ({ schema, assumptions: [] as readonly string[], model: 'raw' });

const NAMES = { postgres: 'Postgres', clickhouse: 'ClickHouse' } as const satisfies Record<EngineName, string>;

export function createCreateDatabase({
  create,
  models,
  once,
  spend,
  disabledPresets,
}: {
  create: CreateDatabase;
  models: Models;
  once: Once;
  spend: (call: Call, prompt: string) => Promise<void>;
  disabledPresets: readonly SchemaPreset[];
}): Handler<'createDatabase'> {
  return async (input, call) => {
    const preset = choosePreset(input.preset, input.engine, disabledPresets);
    if (preset !== null && input.design !== undefined) throw new Fault('invalid_body', { params: { issues: [TABLES_TWICE] } });
    requireWriteAccess(call.caller);
    let unseeded: string | null = null;
    const stored = await once.control(call, 201, async () => {
      await spend(call, input.goal);
      const { engine: asked, name, privacy, design: given } = input;
      const egress = openEgress();
      const { id, slug, engine, schema, assumptions, seeded } = await create(
        input.goal,
        { engine: asked, name, privacy, choice: models.choose({}), egress, preset, given },
        call,
      );
      const sent = egressRecord(egress);
      if (!seeded) unseeded = id;
      return {
        body: { dbId: id, slug, engine, pkLive: null, schema: createdSchema(schema), assumptions, ...(sent ? { egress: sent } : {}) },
        finish: { dbId: id, becomes: 'ready' },
        audit: { action: 'database.create', subject: id, details: { slug, engine } },
      };
    });
    // Its own reply is stored: the same request once more tells of the database as made.
    if (unseeded !== null) throw new Fault('embed_failed', { params: { dbId: unseeded } });
    return stored;
  };
}

const TABLES_TWICE = { path: 'design', message: 'A preset brings tables of its own: leave one of the two out.' };
