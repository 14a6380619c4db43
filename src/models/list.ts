import type { Handler } from '../call.ts';
import { ENGINES, type SchemaPreset } from '../contract/database.ts';
import { PRIVACY_LEVELS } from '../contract/egress.ts';
import { listPresets } from '../databases/presets.ts';
import { narrowest } from '../plan/egress.ts';
import type { ModelSettings } from './models.ts';

/** What this deployment offers. */
export function createListModels(
  { providers, bestForAll, privacy }: ModelSettings,
  disabledPresets: readonly SchemaPreset[],
): Handler<'listModels'> {
  return async () => {
    const some = providers.length > 0;
    const open = some && bestForAll;
    return {
      presets: [
        {
          id: 'auto',
          available: true,
          description: some ? 'The built-in planner, then a model when it is not sure.' : 'The built-in planner.',
        },
        { id: 'fast', available: true, description: some ? 'The built-in planner, then a fast model.' : 'The built-in planner.' },
        {
          id: 'best',
          available: open,
          description: open ? 'The best model first.' : 'Needs your own provider key or a paid plan.',
        },
      ],
      providers: providers.map(({ id, fast, best }) => ({ id, models: [...new Set([fast, ...(bestForAll ? [best] : [])])] })),
      privacy: PRIVACY_LEVELS.filter((level) => narrowest(privacy, level) === level),
      engines: [...ENGINES].filter((engine) => engine === 'postgres'),
      schemaPresets: listPresets(disabledPresets),
    };
  };
}
