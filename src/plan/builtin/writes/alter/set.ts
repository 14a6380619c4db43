import type { ChangeStep } from '../../../schema-change.ts';
import { columnsAnywhere, columnsOf, splitAtTable, tableAtStart, tableOf } from './find.ts';
import { type Context, declines, type Form, type Read } from './form.ts';
import { COL } from './text.ts';
import { saidType, TYPE } from './types.ts';

/** "make price a decimal", "change the type of price in products to decimal" */
const makeType: Form = {
  name: 'make NAME a TYPE',
  examples: ['make price a decimal', 'change the type of price in products to decimal', 'convert stock from integer to text'],
  pattern: new RegExp(
    `^(?:make|turn|convert|change|cast|switch|store|(?:set|alter) the (?:data ?)?type of) (?:the (?:data ?)?type of )?(?<old>.+?)(?:'s (?:data ?)?type)?(?: from (?:an? )?${TYPE})?(?: (?:in)?to| as| be| into)? (?:(?:an?|the type) )?(?<type>${TYPE})(?: (?:${COL}|values?|type))?$`,
    'i',
  ),
  read: ({ old = '', type = '' }, context) => retyped(old, type, context),
};

/** "price should be a decimal" */
const shouldBeType: Form = {
  name: 'NAME should be a TYPE',
  examples: ['price should be a decimal', 'the stock of products must be text'],
  pattern: new RegExp(`^(?<old>.+?) (?:should|must|has to|needs to) be (?:stored as )?(?:an? )?(?<type>${TYPE})$`, 'i'),
  read: ({ old = '', type = '' }, context) => retyped(old, type, context),
};

const RULE =
  '(?<rule>unique|required|mandatory|compulsory|optional|nullable|not null|non-null|filled in|not empty|empty|blank|null|left out|left empty)';

/** "make email unique", "email should be required in customers" */
const rule: Form = {
  name: 'make NAME unique',
  examples: ['make email unique', 'make the phone of customers required', 'email must be unique', 'phone can be empty'],
  pattern: new RegExp(
    `^(?:make (?<made>.+?)|(?<said>.+?) (?<verb>should|must|has to|have to|needs to|need to|can|may)(?: (?:always|only))* be) ${RULE}(?: (?:in|for|of|on) (?<table>.+))?$`,
    'i',
  ),
  read({ made, said, verb = '', rule: what = '', table }, context) {
    const old = `${made ?? said ?? ''}${table === undefined ? '' : ` of ${table}`}`;
    const allows = /^(?:can|may)$/i.test(verb);
    const empties = /^(?:optional|nullable|empty|blank|null|left out|left empty)$/i.test(what);
    // "must be empty" is about values; "can be unique" allows what is allowed.
    if ((empties && !allows && !/^(?:optional|nullable)$/i.test(what)) || (allows && !empties)) return null;
    return onColumn(
      old,
      context,
      (at) => (/^unique$/i.test(what) ? { do: 'setUnique', ...at } : { do: 'setNullable', ...at, nullable: empties }),
      `${what}`,
    );
  },
};

/** "require email for customers", "allow empty phone in customers" */
const require: Form = {
  name: 'require NAME for TABLE',
  examples: ['require email for customers', 'require a phone in every customer', 'allow an empty phone in customers'],
  pattern: new RegExp(
    `^(?:(?<requires>require)|allow (?:an? )?(?:empty|missing|blank)) (?:an? |the )?(?<old>.+?)(?: (?:${COL}|values?))?(?: (?:for|in|of|on|from) (?<table>.+))?$`,
    'i',
  ),
  read({ requires, old = '', table }, context) {
    const said = `${old}${table === undefined ? '' : ` of ${table}`}`;
    return onColumn(said, context, (at) => ({ do: 'setNullable', ...at, nullable: requires === undefined }), 'required');
  },
};

/** "no two customers may have the same email" */
const noTwo: Form = {
  name: 'no two TABLE may have the same NAME',
  examples: ['no two customers may have the same email'],
  pattern: /^no two (?<table>.+?) (?:may|can|should|must|are allowed to) (?:have|share) the same (?<old>.+)$/i,
  read({ table = '', old = '' }, context) {
    return onColumn(`${old} of ${table}`, context, (at) => ({ do: 'setUnique', ...at }), 'unique');
  },
};

function retyped(old: string, said: string, context: Context): Read | null {
  const type = saidType(said);
  if (type === null) return null;
  return onColumn(old, context, (at) => ({ do: 'changeType', ...at, type }), `a ${said}`);
}

/** The one column that is meant; several are asked about, by the sentences that name one each. */
function onColumn(
  old: string,
  { question: { schema }, quoted }: Context,
  step: (at: { table: string; column: string }) => ChangeStep,
  said: string,
): Read | null {
  const isColumn = new RegExp(`\\b${COL}\\b`, 'i').test(old);
  const words = old
    .replace(/^(?:the|our|all|every|each) /i, '')
    .replace(new RegExp(`^${COL} (?:called |named )?| ${COL}(?= |$)`, 'gi'), '');
  const dotted = /^(\w+)\.(\w+)$/.exec(words) ?? /^(.+?)(?:'s|s') (.+)$/.exec(words);
  const owner = dotted ? tableOf(dotted[1] ?? '', schema) : null;
  const found = owner ? { table: owner, left: dotted?.[2] ?? '' } : splitAtTable(words, 'of|in|on|for|from', schema);
  const first = found ? null : tableAtStart(words, schema);
  const places = found
    ? columnsOf(found.left, found.table).map((column) => ({ table: found.table.name, column }))
    : [
        ...columnsAnywhere(words, schema),
        ...(first ? columnsOf(first.right, first.table).map((column) => ({ table: first.table.name, column })) : []),
      ];
  const [only, ...more] = places;
  if (!only) return isColumn && !quoted ? declines(`No table has a column "${words}".`, [words]) : null;
  if (more.length === 0) return { steps: [step(only)], assumptions: [] };
  return {
    options: places.map(({ table, column }) => ({ label: `The ${column} of ${table}`, goal: `make ${column} of ${table} ${said}` })),
  };
}

export const SET_FORMS: readonly Form[] = [makeType, shouldBeType, noTwo, rule, require];
