import type { Handler } from '../call.ts';
import { ENGINES } from '../contract/database.ts';

/** What this deployment offers. */
export const listModels: Handler<'listModels'> = async () => ({
  presets: [
    { id: 'auto', available: true, description: 'The built-in planner.' },
    { id: 'fast', available: true, description: 'The built-in planner.' },
    { id: 'best', available: false, description: 'Needs your own provider key or a paid plan.' },
  ],
  providers: [],
  engines: [...ENGINES].filter((engine) => engine === 'postgres'),
  schemaPresets: [],
});
