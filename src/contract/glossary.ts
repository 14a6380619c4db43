import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { storableText } from './text.ts';

const GlossaryTerm = z.object({
  term: storableText().trim().min(1).max(LIMITS.glossaryTermMaxLength).describe('As people say it: "active customer".'),
  means: storableText()
    .trim()
    .min(1)
    .max(LIMITS.glossaryMeansMaxLength)
    .describe('The words that it stands for: "customer with status active".'),
  sql: storableText()
    .trim()
    .min(1)
    .max(LIMITS.glossarySqlMaxLength)
    .optional()
    .describe(
      "The same for the planners, as a condition or an aggregate on one table: `customers.status = 'active'`, `sum(orders.amount)`.",
    ),
});

export const GlossaryBody = z.object({
  terms: z.array(GlossaryTerm).max(LIMITS.glossaryTermsMax),
  notes: storableText().max(LIMITS.glossaryNotesMaxLength).default('').describe('What else a model should know of the data.'),
});
export type Glossary = z.infer<typeof GlossaryBody>;

export const GlossaryReply = z.object({ dbId: z.string(), ...GlossaryBody.shape, notes: z.string() });
