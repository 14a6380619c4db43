import { Fault } from '../../src/fault.ts';
import type { Options, PlannerName } from '../options.ts';
import { openBuiltin } from './builtin.ts';
import { openLlm } from './llm.ts';
import type { Way } from './way.ts';

type Open = (options: Options) => Promise<Way>;

const WAYS: Readonly<Record<PlannerName, Partial<Record<Options['engine'], Open>>>> = {
  builtin: { postgres: openBuiltin },
  llm: { postgres: openLlm },
  gold: {},
};

/**
 * Starts what a way needs.
 * @throws Fault unconfigured with `params.reason`, which says what to set
 */
export async function openWay(options: Options): Promise<Way> {
  const open = WAYS[options.planner][options.engine];
  if (!open)
    throw new Fault('unconfigured', { params: { reason: `The planner ${options.planner} is not measured on ${options.engine} yet.` } });
  return await open(options);
}
