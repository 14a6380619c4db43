import { z } from 'zod';
import { code } from './errors.ts';
import { LIMITS } from './limits.ts';

const shaped = (pattern: RegExp, maxLength: number) =>
  z.string(code('invalid_byollm_key')).max(maxLength, code('invalid_byollm_key')).regex(pattern, code('invalid_byollm_key'));

/** The same parts as those of the header `x-svc-byollm-key`. */
export const SetByollmRequest = z.object({
  provider: shaped(/^[\w.-]+$/, LIMITS.byollmProviderMaxLength).describe(
    '`openai`, `anthropic`, `google-ai-studio`, `grok`, `openrouter`, or one of GET /v1/models.',
  ),
  model: shaped(/^[^\s:]+(?::[^\s:]+)*$/, LIMITS.modelNameMaxLength).describe('The provider’s own name of it.'),
  key: shaped(/^[^\s:]+$/, LIMITS.byollmKeyMaxLength).describe(
    'It is stored sealed, used for the account’s own asks, and never shown again.',
  ),
});

export const ByollmReply = z.union([
  z.object({ configured: z.literal(true), provider: z.string(), model: z.string(), last4: z.string() }),
  z.object({ configured: z.literal(false) }),
]);
export type ByollmReply = z.infer<typeof ByollmReply>;

export const ClearByollmReply = z.object({ cleared: z.boolean().describe('False when none was stored.') });
