import type { Run } from '../command-run.ts';
import { safeText } from '../output/safe-text.ts';
import { drawTable } from '../output/table.ts';

export const models: Run = async (context, _given, { json }) => {
  const { output } = context;
  const client = await context.client();
  const catalog = await client.listModels();
  if (json) {
    output.json(catalog);
    return 'ok';
  }
  const presets = catalog.presets.map(({ id, available, description }) => ({
    preset: id,
    available: available ? 'yes' : 'no',
    description,
  }));
  output.line(drawTable(['preset', 'available', 'description'], presets, output.width));
  for (const { id, models: names } of catalog.providers)
    output.line(`${output.paint('bold', safeText(id))}: ${safeText(names.join(', '))}`);
  if (catalog.providers.length === 0) output.line('No provider is configured; the built-in planner answers.');
  const schemas = catalog.schemaPresets.map(({ id, engine, enabled, description }) => ({
    'schema preset': id,
    enabled: enabled ? 'yes' : 'no',
    engine,
    description,
  }));
  output.line();
  output.line(drawTable(['schema preset', 'enabled', 'engine', 'description'], schemas, output.width));
  return 'ok';
};
