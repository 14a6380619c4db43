import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** How much of a bound is taken. */
const Taken = z.object({ used: z.number().int(), max: z.number().int() });

const Calls = {
  calls: z.number().int().describe('Asks, runs, inserts, memories, undos and replays that reached a database.'),
  failed: z.number().int().describe('Those of them that ended with an error.'),
};

export const UsageFilter = z.object({
  keyId: z.uuid().optional().describe('Only calls with this key.'),
  days: z.coerce.number().int().min(1).max(LIMITS.usageDaysMax).default(30).describe('How many days back, this one included.'),
});

export const UsageReply = z.object({
  since: z.iso.date().describe('The first of the days, in UTC.'),
  ...Calls,
  byDay: z.array(z.object({ day: z.iso.date(), ...Calls })).describe('In UTC, the earliest first; days without calls are left out.'),
  byKey: z
    .array(z.object({ keyId: z.uuid().nullable().describe('Null for who was signed in.'), ...Calls }))
    .describe('Who called most first.'),
  limits: z
    .object({
      keys: Taken.describe('Active keys.'),
      grants: Taken.describe('Active grants that you gave.'),
      imports: Taken.describe('Imports that are not complete.'),
      callsPerMinute: z.number().int().describe('Of each key and each browser at the most; 0 where calls are not limited.'),
    })
    .describe('What the account may have at the most, and how much of it there is.'),
});
export type UsageReply = z.infer<typeof UsageReply>;
