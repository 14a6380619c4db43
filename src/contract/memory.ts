import { z } from 'zod';
import { Session, Trace } from './ask.ts';
import { DatabaseId } from './database.ts';
import { LIMITS } from './limits.ts';
import { scopeText } from './scope.ts';
import { storableText } from './text.ts';

export const MEMORY_KINDS = ['fact', 'episode', 'entity'] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

const content = storableText().check(atMost(LIMITS.memoryContentMaxLength));
const name = storableText().check(atMost(LIMITS.memoryNameMaxLength));
const Tags = z
  .array(storableText().min(1, 'A tag has at least one character.').max(LIMITS.memoryTagMaxLength))
  .max(LIMITS.memoryTagsMax, `At most ${LIMITS.memoryTagsMax} tags.`);
const Properties = z
  .custom<Record<string, unknown>>((value) => isPlain(value), { error: 'Properties are an object.', abort: true })
  .meta({ type: 'object', additionalProperties: true });

/** What is remembered, in `payload` or beside it; which of them a kind takes is checked by the operation. */
const FIELDS = {
  content: content.nullish().describe('The fact or the message; of an entity, its name.'),
  type: name.nullish().describe('Another spelling of `payload.kind`: the category of a fact, the type of an entity.'),
  subject: name.nullish().describe('Of a fact: whom or what it is about. A newer fact of the same subject and category takes its place.'),
  tags: Tags.nullish().describe('Of a fact.'),
  role: name.nullish().describe('Of an episode: who spoke, such as user or assistant.'),
  canonical_name: name.nullish().describe('Of an entity.'),
  properties: Properties.nullish().describe('Of an entity: what is known of it. Those of before that are not named stay.'),
  recalledFrom: z
    .uuid('The id of a fact or an episode that was recalled.')
    .nullish()
    .describe(
      'Of a text that was recalled: the id of its row. In the same words it is not kept again, nor believed again where it is past.',
    ),
};

const Kind = z.enum(MEMORY_KINDS, `One of ${MEMORY_KINDS.join(', ')}. The category of a fact is \`payload.kind\`, or \`type\`.`);
const ITEM = {
  payload: z
    .strictObject({ ...FIELDS, kind: name.nullish().describe('The category of a fact, the type of an entity.') })
    .optional()
    .describe('What is remembered; the same fields may stand beside it instead.'),
  ...FIELDS,
  agentId: scopeText.describe('The agent that the row belongs to.'),
  endUserId: scopeText.describe('The end user that it belongs to.'),
  threadId: scopeText.describe('The conversation that it belongs to.'),
  ttl: z.string().max(32).optional().describe('How long a fact or an episode is remembered: 7d, 24h, 30m. For good when absent.'),
};

export const RememberItem = z.strictObject({ kind: Kind.optional(), ...ITEM });
export type RememberItem = z.infer<typeof RememberItem>;

/** A field that it does not know would be lost: whose memory it is, as `userId`, among them. */
export const RememberRequest = z.strictObject({
  db: DatabaseId.optional(),
  dbId: DatabaseId.optional().describe('Another spelling of `db`.'),
  kind: Kind.default('fact'),
  ...ITEM,
  items: z
    .array(RememberItem)
    .min(1, 'At least one item.')
    .max(LIMITS.memoryItemsMax, `At most ${LIMITS.memoryItemsMax.toLocaleString('en-US')} items.`)
    .optional()
    .describe(
      'Several at once, all or none, in their order. `kind`, `ttl`, `agentId`, `endUserId` and `threadId` beside them count for those that do not say their own.',
    ),
});
export type RememberRequest = z.infer<typeof RememberRequest>;

const RememberedRow = z.object({
  id: z.string().describe('Of the row; of one that was there already, that one’s.'),
  kind: z.enum(MEMORY_KINDS),
  materialised_at: z.iso.datetime().describe('When the row was made.'),
  expires_at: z.iso.datetime().optional().describe('From this moment on nobody sees it.'),
  deduplicated: z.boolean().describe('Whether it was known already.'),
});
export type RememberedRow = z.infer<typeof RememberedRow>;

const RememberedOne = z.object({ status: z.literal('ok'), session: Session, ...RememberedRow.shape, trace: Trace });
export type RememberedOne = z.infer<typeof RememberedOne>;

const RememberedItems = z.object({
  status: z.literal('ok'),
  session: Session,
  items: z.array(RememberedRow).describe('One for each item, in their order.'),
  trace: Trace,
});
export type RememberedItems = z.infer<typeof RememberedItems>;

export const RememberReply = z.union([RememberedOne, RememberedItems]);
export type RememberReply = z.infer<typeof RememberReply>;

function atMost(maximum: number) {
  return z.superRefine<string>((text, context) => {
    if ([...text].length > maximum)
      context.addIssue({ code: 'custom', message: `At most ${maximum.toLocaleString('en-US')} characters.`, input: text });
  });
}

/** A number that is kept as its text is an object too, and none of these. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
