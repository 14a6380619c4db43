import { Fault } from '../../src/fault.ts';
import type { Options, PlannerName } from '../options.ts';
import type { ScoredQuestion } from '../questions.ts';
import { openBuiltin } from './builtin.ts';
import { clickhouseGrounds } from './clickhouse-ground.ts';
import { openClickHouse } from './clickhouse-service.ts';
import { openGold } from './gold.ts';
import { openLlm } from './llm.ts';
import { postgresGrounds } from './postgres-ground.ts';
import type { Way } from './way.ts';

export interface WayRow {
  /** @throws Fault unconfigured with `params.reason`, which says what to set */
  readonly open: (options: Options) => Promise<Way>;
  /** What it can be asked. */
  readonly kinds: readonly ScoredQuestion['kind'][];
}

const EVERYTHING = ['read', 'unanswerable', 'write', 'brief'] as const;

const WAYS: Readonly<Record<PlannerName, Partial<Record<Options['engine'], WayRow>>>> = {
  builtin: {
    postgres: { open: openBuiltin, kinds: EVERYTHING },
    clickhouse: { open: openClickHouse, kinds: ['read', 'unanswerable', 'write'] },
  },
  llm: { postgres: { open: (options) => openLlm(options), kinds: EVERYTHING } },
  gold: {
    postgres: { open: async ({ data }) => await openGold(await postgresGrounds(data)), kinds: ['read'] },
    clickhouse: { open: async ({ data }) => await openGold(await clickhouseGrounds(data)), kinds: ['read'] },
  },
};

/** @throws Fault unconfigured with `params.reason` when this planner is not measured on this engine */
export function wayOf({ planner, engine }: Options): WayRow {
  const row = WAYS[planner][engine];
  if (!row) throw new Fault('unconfigured', { params: { reason: `The planner ${planner} is not measured on ${engine} yet.` } });
  return row;
}
