import type { Output } from '../../../src/contract/operations.ts';

type Key = Output<'listKeys'>[number];

/** An agent as people tell it from others: which host, on which device. */
export const nameOfAgent = ({ mcpHost, deviceId, type, last4 }: Key): string =>
  [mcpHost, deviceId].filter((part) => part !== undefined).join(' on ') || `${type}_…${last4}`;

/** Any key. */
export const nameOfKey = (key: Key): string => key.name ?? (key.type === 'sk_mcp' ? nameOfAgent(key) : `${key.type}_…${key.last4}`);
