import { singularName, snakeCase } from '../english/inflect.ts';
import type { Draft } from './draft.ts';
import { deedsOf, lemmaOf } from './outline/verb.ts';

/** The words of a brief that no name, value or remark of the draft holds, and that say something. */
export function unplacedIn(draft: Draft, brief: string, context: string): string[] {
  const told = new Set(stems([draft.title ?? '', context, ...draft.assumptions].join(' ')));
  for (const { name, columns, links } of draft.tables.values()) {
    for (const stem of stems(`${name} ${links ?? ''}`)) told.add(stem);
    for (const { name: column, comment, check } of columns.values()) {
      const values = check?.kind === 'oneOf' ? check.values.join(' ') : '';
      for (const stem of stems(`${column} ${comment ?? ''} ${values}`)) told.add(stem);
    }
  }
  if (/\bstuff\b/i.test(brief) && !draft.tables.has('items')) return ['stuff'];
  const [, one = '', other = ''] = /\b([a-z]+s),? (?:and )?their ([a-z]+s)\b/i.exec(brief) ?? [];
  if (isApart(draft, one.toLowerCase(), other.toLowerCase())) return [other];
  if (!/[,.;:]|\b(?:and|with|who|what|which|when|where|how|if|whether)\b/.test(brief)) return [];
  if ([...draft.tables.values()].some(({ columns }) => [...columns.keys()].some((name) => /price|amount|cost|fee|paid/.test(name))))
    for (const word of ['pay', 'paid', 'bill', 'cost', 'char', 'owe', 'owes', 'earn']) told.add(word);
  if ([...draft.tables.values()].some(({ columns }) => columns.has('problem')))
    for (const word of ['brok', 'brea', 'wron', 'dama']) told.add(word);
  if (draft.tables.has('items')) for (const word of ['stuff', 'thing']) told.add(word.slice(0, LENGTH));
  const words =
    brief
      .toLowerCase()
      .replaceAll(/\([^()]*\)|\b(?:called|named) [a-z]+|\b[a-z]+ here\b|\bdefault [a-z]+/g, ' ')
      // Where it is and whose.
      .replaceAll(/\b(?:for|of|in|at|to|by) (?:my|our|the|an?|his|her|your) (?:[a-z-]+ )?[a-z-]+(?: [a-z-]+)?/g, ' ')
      .replace(/^(?:a|an|the|my|our) [a-z]+ [a-z]+ (?=needs|wants)/, ' ')
      .replace(/^(?:we|i) (?:are|run|own|have) (?:an? )?(?:[a-z]+ )?[a-z]+ [a-z]+\b/, ' ')
      .replaceAll(/\b(?:first|second|third|last)? ?[a-z]+days?\b(?: every [a-z]+)?/g, ' ')
      .match(/[a-z][a-z']{2,}/g) ?? [];
  return words.filter((word) => !SAYS_NOTHING.has(word) && !stemsOf(word).some((stem) => told.has(stem)));
}

/** Whether both are kept and nothing leads from the one to the other. */
function isApart(draft: Draft, one: string, other: string): boolean {
  const tables = [...draft.tables.values()];
  const [first, second] = [draft.known(one), draft.known(other)];
  const leads = ({ references }: { references: ReadonlyMap<string, string> }, name: string) => [...references.values()].includes(name);
  if (first === undefined || second === undefined) return false;
  return (
    !leads(first, second.name) && !leads(second, first.name) && !tables.some((link) => leads(link, first.name) && leads(link, second.name))
  );
}

const stems = (text: string): string[] =>
  snakeCase(text)
    .split('_')
    .filter((word) => word !== '')
    .flatMap(stemsOf);

/** What a word begins with, as itself, as the verb it is a form of, and as what happens by it. */
function stemsOf(word: string): string[] {
  const plain = lemmaOf(word);
  const deed = plain === null ? [] : deedsOf(plain).split(/[ _]/);
  return [...new Set([word, singularName(word), ...(plain === null ? [] : [plain]), ...deed].map((form) => form.slice(0, LENGTH)))];
}

const LENGTH = 4;

/** Words of asking, of grammar and of what every brief is about, which need no place of their own. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(
  `the and or for with who whom whose which what when where whether how why that this these those they them their there then
  than it its you your our ours her his she him one ones two three four five six seven eight nine ten some any all each every
  many much more most less several few lot lots other others another own same such like about around from into onto out off
  over under between during after before until since because while per via are was were been being has have had having does did
  done can could may might must shall should will would get gets got not but also just only very too still again already always
  often sometimes usually actually currently please thanks need needs needed want wants wanted keep keeps keeping track tracks
  tracking know knows see sees note record remember forget forgetting store manage manages log make help let add create build
  design database databases table tables app application system tool tracker list lists spreadsheet something someone somebody
  anyone anything everything everyone everybody nobody people person small big little large new old various different simple
  basic home year years month months week weeks day days hour hours minute minutes time times date dates name names number
  numbers i've i'd i'm we're they've they're it's unique required exactly optional default serial primary text null integer set
  belong belongs include includes consist consists cover covers place places placed take takes taken took part come comes came
  coming going turn turned fixed certain goes back along went run runs report reports receive receives given give gives send
  sends sent post posts teach teaches assigned show shown shows stored played plays worked working work works organise
  organises organize organizes used uses right last here isnt isn't can't leave happens problem etc web analytics personal
  monthly weekly daily online diary rota roster planner inventory business company shop studio club team website left long
  front period weekend book submit`.split(/\s+/),
);
