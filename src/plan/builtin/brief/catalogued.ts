import { isPlural, isUncountable, pluralName, singularName } from '../english/inflect.ts';
import { isDeed } from './deed.ts';
import { Draft } from './draft.ts';
import { isEntity } from './entity.ts';
import { finish } from './finish.ts';
import { MADE, nameIn, takeTitle } from './heading.ts';
import { stripLead } from './lead.ts';
import { splitItems, splitList } from './list.ts';
import { isRidden } from './mend/participants.ts';
import { isPerson } from './nouns.ts';
import { isKnownOf, kindOf } from './outline/kind.ts';
import { partsOfUndertaking } from './outline/undertaking.ts';
import { relate } from './relate.ts';
import { partsOfTrade } from './shapes/trade.ts';
import { isOwnName, isWholeName, type Whole, wholeOf } from './wholes.ts';

/** The design of a brief that says no more than the name of a whole: "our hair salon in Leeds", "fish tank log". Null where it says more. */
export function readCatalogued(brief: string): Draft | null {
  const named = new Draft();
  const titled = takeTitle(named, brief).replaceAll('"', '');
  const exact = isWholeName(titled.toLowerCase()) ? wholeOf(titled) : undefined;
  const whole = exact ?? wholeAlone(titled.replace(MADE, '')) ?? wholeAlone(stripLead(titled));
  if (whole === undefined) return null;
  const draft = draftOf(collected(whole) ?? handled(whole) ?? repaired(whole));
  if (leavesOut(draft, whole) || isOfOthers(draft, whole)) return null;
  const title = nameIn([whole.before, whole.name].join(' '));
  draft.title = named.title ?? title;
  draft.assumptions.unshift(`${title} read as ${[...draft.tables.keys()].map((name) => name.replaceAll('_', ' ')).join(', ')}`);
  return draft;
}

/** "shoe repair shop": what is repaired there. */
function repaired(whole: Whole): Whole {
  const noun = whole.before.split(' ').at(-1) ?? '';
  if (noun === '' || OWN.test(noun)) return whole;
  const many = pluralName(singularName(noun));
  if (/^(?:inventory|stock)\b/.test(whole.name) && !['place', 'group', 'event'].includes(kindOf(many)) && !isPerson(many))
    return { ...whole, parts: whole.parts.replaceAll(/\bproducts\b/g, many).replaceAll(/\bproduct\b/g, singularName(many)) };
  if (!/^repair/.test(whole.name)) return whole;
  const known = kindOf(many) === 'vehicle' || isRidden(singularName(many)) ? 'make, model, license plate' : '$&';
  return {
    ...whole,
    parts: whole.parts
      .replace(/brand, model, serial number/, known)
      .replaceAll(/\bitems\b/g, many)
      .replaceAll(/\bitem\b/g, singularName(many)),
  };
}

/** "kayak hire", "phone repair shop": the things that the row speaks of in general go by the name that they have there. */
function handled(whole: Whole): Whole | null {
  const [, noun = ''] = /(?:^| )([a-z]+) (?:rental|hire|repair)\b/.exec(`${whole.before} ${whole.name}`) ?? [];
  const many = pluralName(singularName(noun));
  if (noun === '' || isUncountable(noun) || isPerson(many) || isDeed(many) || !HANDLED.has(kindOf(many))) return null;
  const [, general = ''] = /(?:^|, )(items|equipment|vehicles|boats|products)\b/.exec(whole.parts) ?? [];
  // What others are known by is no table beside them.
  if (general === '' || general === many || noun === 'phone') return null;
  return {
    ...whole,
    parts: whole.parts
      .replace(new RegExp(`\\b${general}(?= \\(|,|$)`), many)
      .replaceAll(new RegExp(`\\b(?:${general}|${singularName(general)})\\b`, 'g'), singularName(many)),
  };
}

/** "snow globes", "doll collection": the one table of things in general goes by what is collected. */
function collected(whole: Whole): Whole | null {
  const words = whole.name.replace(/ collection$/, '').split(' ');
  const noun = words.at(-1) ?? '';
  const [, general = ''] = /^(items|vehicles|instruments) \(/.exec(whole.parts) ?? [];
  if (general === '' || !isOwnName(whole.name) || isUncountable(noun) || MATERIAL.test(noun)) return null;
  if (!whole.name.endsWith(' collection') && !isPlural(noun)) return null;
  const one = [...words.slice(0, -1), singularName(noun)].join(' ');
  return {
    ...whole,
    parts: whole.parts
      .replace(general, [...words.slice(0, -1), pluralName(singularName(noun))].join(' '))
      .replaceAll(new RegExp(`\\b${singularName(general)}(?=\\)|,)`, 'g'), one),
  };
}

/** What things are made of. */
const MATERIAL = /^(?:china|porcelain|glass|silver)$/;

const HANDLED: ReadonlySet<string> = new Set(['thing', 'goods', 'vehicle', 'machine']);

/**
 * "mobile bike mechanic" is about no cars, and "market stalls" are none of the things of a stall: what stands before the name of a trade,
 * and the things that the whole is called after, have to be among its tables.
 */
function isOfOthers(draft: Draft, { before, name }: Whole): boolean {
  if (before === '' && isWholeName(name)) return false;
  const tables = [...draft.tables.keys()].flatMap((table) => table.split('_').map(singularName));
  const words = [...draft.tables.values()].flatMap(({ columns }) =>
    [...columns.keys()].flatMap((said) => said.split('_').map(singularName)),
  );
  const [, collected = ''] = /(?:^| )([a-z]+) collection$/.exec(name) ?? [];
  if (collected !== '' && !isUncountable(collected) && HANDLED.has(kindOf(collected)) && !tables.includes(singularName(collected)))
    return true;
  const plurals = `${before} ${name}`
    .split(' ')
    .filter((word) => isPlural(word) && isEntity(word) && !OWN.test(word) && !isPerson(word) && !/^(?:things|items|stuff)$/.test(word));
  if (plurals.some((word) => name.includes(' ') && !tables.includes(singularName(word)) && !isKnownOf(word))) return true;
  const kept = before.split(' ').at(-1) ?? '';
  return (
    kept !== '' &&
    !OWN.test(kept) &&
    TRADING.test(name) &&
    (['vehicle', 'machine', 'animal'].includes(kindOf(kept)) || isRidden(kept)) &&
    ![...tables, ...words].includes(singularName(kept))
  );
}

const TRADING = /(?:mechanic|garage|workshop|clinic|repairs?|rental|hire|maker|driver|trainer|breeder|school|class|classes|lessons)$/;

/** "my kids screen time": whoever stands before the name is kept too. */
const leavesOut = (draft: Draft, { before, name }: Whole): boolean => {
  // "ant farm": of these, and not of fields.
  const kept = before.split(' ').at(-1) ?? '';
  if (/^farm/.test(name) && kept !== '' && kindOf(kept) === 'animal' && !draft.tables.has(pluralName(singularName(kept)))) return true;
  const whose = /\b(?:my|our|his|her) ([a-z]+s|children)\b/.exec(before)?.[1];
  return whose !== undefined && isPlural(whose) && isPerson(whose) && !draft.tables.has(whose);
};

/** The tables of a whole, each with the keys that its row says and no others. */
export function draftOf({ parts }: Whole): Draft {
  const draft = new Draft();
  for (const { text } of splitItems(parts)) {
    const [, name = text, columns = ''] = /^([^(]+?) \((.*)\)$/.exec(text) ?? [];
    const table = draft.part(name);
    for (const column of splitList(columns)) draft.column(table, column, { silent: true });
  }
  relate(draft);
  const said = new Map([...draft.tables.values()].map(({ name, columns }) => [name, new Set(columns.keys())] as const));
  finish(draft, parts);
  // A row that says what is kept of a thing says all of it.
  for (const { name, columns } of draft.tables.values())
    for (const column of [...columns.keys()]) if (said.get(name)?.size && !said.get(name)?.has(column)) columns.delete(column);
  return draft;
}

/** The whole of which a brief goes on to list the things: "choir: singers and pieces", "I run a hotel. I need rooms and guests". */
export function wholeListed(brief: string): Whole | undefined {
  const [, before = ''] = LISTED.exec(brief) ?? [];
  return before === '' ? undefined : wholeOf(before);
}

/** What the words name, unless they say something beside its name. */
function wholeAlone(words: string): Whole | undefined {
  if (!/^[^:,;.()?]+$/.test(words)) return undefined;
  const [, head = words, purpose = ''] = PURPOSE.exec(words) ?? [];
  // What it is for, if there are several of it, may be what is kept.
  const isOfThings = /^[a-z]/.test(purpose) && isEntity(purpose);
  const whole = (isOfThings ? undefined : wholeOf(head)) ?? wholeOf(words);
  if (whole === undefined || JOINS.test(words.toLowerCase().replace(whole.name, '')) || isOther(whole, head)) return undefined;
  return whole;
}

/** What is told by all of the words: "school documents" are not those of a household, "ski pass sales" are of passes. */
function isOther({ before, name }: Whole, head: string): boolean {
  if (OWN.test(before)) return false;
  if (isPlural(name)) return !name.includes(' ') || partsOfTrade(head) !== undefined || partsOfUndertaking(head) !== undefined;
  return !name.includes(' ') && (isOwnName(name) || partsOfUndertaking(head) !== undefined);
}

const OWN = /^(?:(?:personal|own|daily|family|private|favou?rite|home)(?: |$))*$/;
/** Where it is and whose say nothing of what is kept. */
const PURPOSE = /^(.+?) (?:for|in|at) (.+)$/i;
const JOINS = /\b(?:with|and|or|who|that|which|have|has|when|of|not|no|without|by|from|per|between)\b/;
const LISTED = /^([^:;.()\n,]{1,80}?)(?::| with | where | that | to | (?:-|–|—) |\. )/i;
