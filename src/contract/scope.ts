import { code } from './errors.ts';
import { LIMITS } from './limits.ts';
import { storableText } from './text.ts';

/** One of `agentId`, `endUserId` and `threadId`: whose rows of an agent memory a request is about. */
export const scopeText = storableText(code('invalid_scope')).max(LIMITS.scopeMaxLength, code('invalid_scope')).optional();
