import { type EngineName, SCHEMA_PRESETS, type SchemaPreset } from '../contract/database.ts';
import type { ModelCatalog } from '../contract/models.ts';
import { Fault } from '../fault.ts';

interface PresetRow {
  /** The one that it is made on; where any will do, when none is named. */
  readonly engine: EngineName;
  /** Any engine has it. */
  readonly isOfAny?: true;
  /** The database's name where its maker gives none. */
  readonly title: string;
  readonly description: string;
}

const PRESETS: Readonly<Record<SchemaPreset, PresetRow>> = {
  agent_memory_v1: {
    engine: 'postgres',
    title: 'agent memory',
    description: 'Memory of an agent: facts, episodes and entities, by agent, end user and thread; POST /v1/memory/remember writes it.',
  },
  empty: {
    engine: 'postgres',
    isOfAny: true,
    title: 'database',
    description: 'No tables: the first insert makes one, or a sentence that asks for it.',
  },
};

export interface ChosenPreset extends PresetRow {
  readonly id: SchemaPreset;
}

/** What `GET /v1/models` says of them. */
export const listPresets = (disabled: readonly SchemaPreset[]): ModelCatalog['schemaPresets'] =>
  SCHEMA_PRESETS.map((id) => ({
    id,
    engine: PRESETS[id].engine,
    enabled: !disabled.includes(id),
    description: PRESETS[id].description,
  }));

/** The preset that a create names; null when it names none. @throws Fault invalid_preset, preset_disabled, preset_engine_conflict */
export function choosePreset(
  name: string | undefined,
  engine: EngineName | undefined,
  disabled: readonly SchemaPreset[],
): ChosenPreset | null {
  if (name === undefined) return null;
  const allowed = SCHEMA_PRESETS.filter((id) => !disabled.includes(id));
  const id = SCHEMA_PRESETS.find((one) => one === name);
  if (id === undefined) throw new Fault('invalid_preset', { params: { allowed } });
  if (disabled.includes(id)) throw new Fault('preset_disabled', { params: { allowed } });
  const row = PRESETS[id];
  if (row.isOfAny) return { id, ...row, engine: engine ?? row.engine };
  if (engine !== undefined && engine !== row.engine) throw new Fault('preset_engine_conflict', { params: { engine: row.engine } });
  return { id, ...row };
}
