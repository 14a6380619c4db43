import { deedOf } from '../verbs.ts';

/** What is to be known, by a name that a column may have: "how long it lasted" is the duration. */
export function knownAs(said: string): string {
  const item = said.replace(/^(?:(?:an?|the|its|their|his|her|also|one|some|any|our|my) )+/i, '').trim();
  for (const [form, name] of FORMS) if (form.test(item)) return item.replace(form, name);
  const [, what = item] = RELATIVE.exec(item) ?? [];
  return /^(?:name|description|title|note|notes) of /i.test(what)
    ? what.replace(/ of .*$/i, '')
    : what.replace(/^(time|date) of (?:the )?([a-z]+)$/i, plainDay);
}

const plainDay = (all: string, day: string, of: string): string => (/^(?:birth|death)$/i.test(of) ? all : `${of} ${day}`);

/** "the price it went for", "the parts we used": what it is, without what is said of it. */
const RELATIVE = /^(?!whether |if |how |what |when )(.+?) (?:(?:that|which|who|whom) .+|(?:we|i|it|they|he|she|you) (?!is\b|are\b).+)$/i;

const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^how (?:long|many (?:minutes|hours)) (?:it|they|each|the [a-z]+) (?:lasts?|lasted|takes?|took|was|is|were).*$/i, 'duration'],
  [/^how (?:often|frequently) .*$/i, 'frequency'],
  [
    /^how many (?:are|we have|there are|is|we keep)?(?: ?(?:in|on|of (?:them|it))(?: stock| hand)?)?(?: left| there are| we have)?$/i,
    'quantity',
  ],
  [/^how many (?:were|was|have been|had|they) ([a-z]+)$/i, 'number $1'],
  [/^how many ([a-z]+ed)$/i, 'number $1'],
  [/^.+ or .+ (?:who|that) ([a-z]+) (?:it|them)$/i, '$1 by'],
  [/^how many (?:copies|units|pieces|of (?:them|it|those|these))?(?: were| was| are)? ?([a-z]+)?$/i, 'quantity'],
  [/^how many ([a-z]+(?: [a-z]+)?)(?: (?:there )?(?:are|is|were|was|we|they|it|he|she).*)?$/i, 'number of $1'],
  [/^how much(?: (?:it|they|we|he|she|i|was|is|each)\b.*)?$/i, 'amount'],
  [/^how (?:they|it was|he|she|it is|we) (?:paid|pays?|was paid|is paid).*$/i, 'payment method'],
  [/^what (?:it|they|each|this) costs?$/i, 'cost'],
  [/^what (?:it cost|was paid|they paid|we paid|it cost us)$/i, 'cost'],
  [/^([a-z]+s) (?:spoken|used|needed|required|involved)$/i, '$1'],
  [/^which of (?:us|them|you)\b.*$/i, 'person'],
  [/^what (?:has to be|must be|should be|was|is|we|i|they|he|she|has been|needs? to be|the [a-z]+)\b.*$/i, 'description'],
  [/^(?:for )?(?:which|what) (purpose|reason|price|amount|kind|type|size|day|date|time|room|place)(?: .*)?$/i, '$1'],
  [/^when (?:it|they|he|she|each|the [a-z]+|this) (?:is|are|was|were|has been|have been|will be) ([a-z]+)$/i, 'date $1'],
  [/^when (?:it|they|he|she|the [a-z]+) (?:came|come|comes|went|goes|was|is|are) (in|out|back)$/i, 'date $1'],
  [/^when (?:it|they|he|she|we|the [a-z]+) ([a-z]+)$/i, 'date $1'],
  [/^when$/i, 'date'],
  [/^where$/i, 'place'],
  [/^where (?:it|they) (?:is|are|was|were)\b.*$/i, 'location'],
  [/^(?:whether|if) (?:it|this|that)(?:'s| is| has) (?:been )?(.+)$/i, 'whether it is $1'],
  [/^how(?= ?\(|$)/i, 'method'],
];

/** The deed of "who borrowed", "which vet treated which animal": what it is called, and between whom. */
export function doneBetween(
  text: string,
): { readonly deed: string; readonly verb: string; readonly one: string; readonly other: string; readonly rest: string } | null {
  const [, one = '', verb = '', other = '', rest = ''] =
    /^(?:(?:which|what) ([a-z]+(?: [a-z]+)?)|who) ([a-z]+)(?: (?:out|off))? (?:(?:which|what) ([a-z]+(?: [a-z]+)?)|what|whom|it)\b,?(?: and)? ?(.*)$/i.exec(
      text,
    ) ?? [];
  if (verb === '') return null;
  return { deed: deedOf(verb)?.noun ?? '', verb, one, other, rest };
}
