import type { Call, Handler } from '../call.ts';
import type { CreatedSchema, EngineName, SchemaPreset } from '../contract/database.ts';
import type { Privacy } from '../contract/egress.ts';
import type { Engine } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { Choice, Models } from '../models/models.ts';
import type { Once } from '../once.ts';
import type { CreateSchema } from '../plan/create-schema.ts';
import { type Egress, egressRecord, openEgress } from '../plan/egress.ts';
import type { Designer } from '../plan/planner.ts';
import type { Schema } from '../plan/schema.ts';
import { requireWriteAccess } from '../rights.ts';
import type { Databases } from '../store/databases.ts';
import { createdSchema, design, designedSchema, newDatabaseId, slugOf } from './design.ts';
import { type ChosenPreset, choosePreset } from './presets.ts';
import type { Room } from './room.ts';

interface Dependencies {
  readonly databases: Databases;
  readonly engine: (name: EngineName) => Engine;
  readonly designers: readonly Designer[];
  readonly room: Room;
  /** Which engine suits a brief, when its caller named none. */
  readonly suitedEngine: (goal: string, schema: CreateSchema) => { readonly engine: EngineName; readonly reason: string };
}

export interface Created {
  readonly id: string;
  readonly slug: string;
  readonly engine: EngineName;
  readonly schema: Schema;
  readonly assumptions: readonly string[];
  readonly model: string;
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
}

export interface CreateDatabase {
  (goal: string, options: Options, call: Call): Promise<Created>;
  /** What it would make; nothing is made. */
  design(goal: string, options: Options, call: Call): Promise<Designed>;
}

export type Designed = Pick<Created, 'engine' | 'assumptions' | 'model'> & { readonly slug: string; readonly schema: CreatedSchema };

/**
 * Brief → schema → database. The record is written first and marked ready with the reply, so that whatever a crash
 * leaves half made is found and removed, and a retry makes no second one.
 */
export function createDatabaseMaker({ databases, engine: engineOf, designers, room, suitedEngine }: Dependencies): CreateDatabase {
  const read = async (goal: string, { engine: asked, choice, egress }: Options, call: Call) => {
    if (goal.trim() === '') throw new Fault('goal_required');
    const { schema, assumptions, model } = await design(choice.designers(designers), goal, call.signal, egress);
    const chosen = asked === undefined ? suited(goal, schema) : { engine: engineOf(asked), assumptions: [] };
    return { schema, engine: chosen.engine, assumptions: [...chosen.assumptions, ...assumptions], model };
  };

  const asDesigned = async (goal: string, options: Options, call: Call) => {
    const { schema, ...rest } = await read(goal, options, call);
    return { ...rest, content: schema, designed: schema.title };
  };
  const ofPreset = ({ id, engine, title }: ChosenPreset) => ({
    content: id,
    designed: title,
    engine: engineOf(engine),
    assumptions: [],
    model: 'raw',
  });

  const make = async (goal: string, options: Options, call: Call): Promise<Created> => {
    const { name, privacy, preset = null } = options;
    const { content, engine, assumptions, model, designed } = preset === null ? await asDesigned(goal, options, call) : ofPreset(preset);
    const { ownerId } = call.caller;
    const title = name ?? designed;
    let slug = '';
    let id = '';
    for (let inserted = false; !inserted; ) {
      slug = await databases.freeSlug(ownerId, slugOf(title));
      id = newDatabaseId(slug);
      const record = { id, ownerId, slug, name: title, engine: engine.name, privacy: privacy ?? null, preset: preset?.id ?? null };
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
    return { id, slug, engine: engine.name, schema: live, assumptions, model };
  };

  return Object.assign(make, {
    design: async (goal: string, options: Options, call: Call): Promise<Designed> => {
      const { schema, engine, assumptions, model } = await read(goal, options, call);
      return {
        slug: await databases.freeSlug(call.caller.ownerId, slugOf(options.name ?? schema.title)),
        engine: engine.name,
        schema: designedSchema(schema, engine.typeNames),
        assumptions,
        model,
      };
    },
  });

  /** The engine that suits the brief; Postgres, and a word about it, where that one is not there. */
  function suited(goal: string, schema: CreateSchema): { engine: Engine; assumptions: readonly string[] } {
    const { engine: name, reason } = suitedEngine(goal, schema);
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
    requireWriteAccess(call.caller);
    return await once.control(call, 201, async () => {
      await spend(call, input.goal);
      const { engine: asked, name, privacy } = input;
      const egress = openEgress();
      const { id, slug, engine, schema, assumptions } = await create(
        input.goal,
        { engine: asked, name, privacy, choice: models.choose({}), egress, preset },
        call,
      );
      const sent = egressRecord(egress);
      return {
        body: { dbId: id, slug, engine, pkLive: null, schema: createdSchema(schema), assumptions, ...(sent ? { egress: sent } : {}) },
        finish: { dbId: id, becomes: 'ready' },
        audit: { action: 'database.create', subject: id, details: { slug, engine } },
      };
    });
  };
}
