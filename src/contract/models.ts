import { z } from 'zod';
import { Privacy } from './egress.ts';

export const ModelCatalog = z.object({
  presets: z.array(z.object({ id: z.string(), available: z.boolean(), description: z.string() })),
  providers: z.array(z.object({ id: z.string(), models: z.array(z.string()) })),
  privacy: z.array(Privacy).describe('What a model provider may be told of a database here, the last at the most.'),
  engines: z.array(z.string()),
  schemaPresets: z
    .array(z.object({ id: z.string(), engine: z.string(), enabled: z.boolean(), description: z.string() }))
    .describe('What `preset` of a create takes.'),
});
export type ModelCatalog = z.infer<typeof ModelCatalog>;
