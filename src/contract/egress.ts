import { z } from 'zod';

/**
 * What of a database may be told to a model provider, narrowest first. `none`: names, types, keys and comments.
 * `hits`: also the stored values that the request itself names. `samples`: also a few distinct values of text columns.
 */
export const PRIVACY_LEVELS = ['none', 'hits', 'samples'] as const;
export const Privacy = z.enum(PRIVACY_LEVELS);
export type Privacy = z.infer<typeof Privacy>;

const SentCategory = z.enum(['request', 'schema', 'comments', 'glossary', 'values', 'examples']);
export type SentCategory = z.infer<typeof SentCategory>;

const Attempt = z.object({
  provider: z.string(),
  model: z.string(),
  outcome: z.string().describe('`ok`, why it failed, or `superseded` when another answered first.'),
  bytes: z.number().describe('Of every request body of this attempt.'),
  ms: z.number(),
  promptTokens: z.number().nullable(),
  completionTokens: z.number().nullable(),
});

/** What one request sent to model providers. */
export const Egress = z.object({
  provider: z.string().describe('Who gave the reply that was used; else who was asked last.'),
  model: z.string(),
  categories: z.array(SentCategory),
  columns: z.array(z.string()).describe('Columns whose stored values were sent, as `table.column`.'),
  rows: z.number().describe('Whole rows sent.'),
  bytes: z.number().describe('Request bodies, in all.'),
  repairs: z.number().describe('Replies that were sent back with what was wrong.'),
  attempts: z.array(Attempt),
});
export type EgressRecord = z.infer<typeof Egress>;
