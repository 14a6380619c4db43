import { z } from 'zod';

export const Numbers = z
  .enum(['literal', 'text'])
  .describe(
    'How numbers that may have more digits than a double holds (bigint, numeric) are sent: as number literals with every digit, or all of them as strings.',
  );
export type Numbers = z.infer<typeof Numbers>;
