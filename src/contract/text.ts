import { z } from 'zod';

/** Text that can be stored: PostgreSQL's text holds every character but NUL, and half of a surrogate pair is none. */
export const storableText = (options?: Parameters<typeof z.string>[0]): z.ZodString =>
  z
    .string(options)
    .refine((text) => !text.includes('\0'), 'The NUL character cannot be stored.')
    .refine((text) => !/\p{Surrogate}/u.test(text), 'Half of a surrogate pair is no character and cannot be stored.');
