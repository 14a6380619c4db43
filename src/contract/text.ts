import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Text that can be stored: PostgreSQL's text holds every character but NUL, and half of a surrogate pair is none. */
export const storableText = (options?: Parameters<typeof z.string>[0]): z.ZodString =>
  z
    .string(options)
    .refine((text) => !text.includes('\0'), 'The NUL character cannot be stored.')
    .refine((text) => !/\p{Surrogate}/u.test(text), 'Half of a surrogate pair is no character and cannot be stored.');

/** Characters as a person and JSON Schema count them, where `length` counts UTF-16 units: an emoji is one. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** At most so many characters; what is over it is the error code's. */
export const upTo = (maximum: number, { error }: { error: ErrorCode }) =>
  z.superRefine<string>((text, context) => {
    if (text.length > maximum && lengthOf(text) > maximum)
      context.addIssue({ code: 'too_big', origin: 'string', maximum, inclusive: true, input: text, message: error });
  });
