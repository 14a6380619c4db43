import { isPlural } from '../../english/inflect.ts';
import { pluralsIn } from '../phrases.ts';

/** One statement of a brief, without what opens it and what says why. */
export interface Statement {
  readonly text: string;
  /** What is said after "we want to keep", as against of the things themselves. */
  readonly wanted: boolean;
}

/** The statements of a brief, and what was said of who asks. */
export function statementsOf(brief: string): { readonly statements: readonly Statement[]; readonly context: string } {
  const statements: Statement[] = [];
  const context: string[] = [];
  for (const sentence of joinBullets(brief).flatMap(cut)) {
    const text = sentence
      .replaceAll(/\b(i|we)('(?:d|re|m|ve))\b/gi, '$1 $2')
      .replaceAll(
        DAY_OF,
        (_, day: string, deed: string) => `${day} ${deed.replace(/^(?:came|come|went|go|goes|comes) (?=in|out|back)/i, '')}`,
      )
      .replaceAll(
        /\bwhen (?:it|they|we|i|he|she)(?: was| were| is)? ([a-z]+) and (?:was |were |is )?([a-z]+ed|due|back)(?: it| them)?\b/gi,
        'date $1, date $2',
      )
      .replaceAll(
        /,? (?:(?:once|twice) (?:an?|every|per) (?:day|week|month|year)|now and then|from time to time|every now and again)\b/gi,
        '',
      )
      .replaceAll(/\b(an? )?date and (?:an? )?time\b/gi, '$1date, $1time')
      .replace(OPENERS, '')
      .replace(PURPOSE, '')
      .replaceAll(/ {2,}/g, ' ')
      .replace(/[\s,.:]+$/, '')
      .trim();
    const wanted = WANTED.exec(text);
    const body = wanted === null ? text : text.slice(wanted[0].length);
    if (text === '') continue;
    if (wanted !== null && ABOUT_WHOM.test(body)) context.push(body);
    else if (wanted !== null) statements.push({ text: body, wanted: true });
    else if (ABOUT_WHOM.test(text)) context.push(text);
    else if (WHO_ASKS.test(text)) {
      const list = /^(?:i|we|my [a-z]+|our [a-z]+) (?:(?:also|then|always|usually) )*[a-z]+ ([^:]{3,40}: .+)$/i.exec(text)?.[1];
      if (list === undefined) context.push(text);
      if (list === undefined && / (?:them|it)\b/i.test(text)) statements.push({ text, wanted: false });
      else if (list !== undefined) statements.push({ text: list, wanted: true });
      else if (statements.length > 0) statements.push({ text: doneBy(text), wanted: true });
    } else if (NO_VERB.test(text) || (statements.length === 0 && isCaption(text))) context.push(text);
    else statements.push({ text, wanted: false });
  }
  return { statements, context: context.join(' ') };
}

/** Lines, with the bullets of a head that ends with a colon put behind it where they are plain. */
function joinBullets(brief: string): string[] {
  const lines = brief
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const said: string[] = [];
  let open = false;
  for (const line of lines) {
    const bullet = /^(?:[-*•–]|\d+[.)])\s+(.+)$/.exec(line)?.[1];
    if (bullet !== undefined && open && !/[:(]| (?:with|has|have) /i.test(bullet))
      said.push(`${said.pop() ?? ''}${/:$/.test(said.at(-1) ?? '') ? ' ' : ', '}${bullet.replace(/[,;.]$/, '')}`);
    else said.push(bullet ?? line);
    open = bullet === undefined ? line.endsWith(':') : open;
  }
  return said;
}

/** Sentences and the clauses in them that have a subject of their own. */
const cut = (line: string): string[] =>
  line
    .replaceAll(/\([^()]*\)/g, (inside) => inside.replaceAll(';', ',').replaceAll('.', '\u0001'))
    .split(/(?<=[^.\s])[.!?]+(?:\s+|$)|\s*;\s*(?:and )?/)
    .flatMap((sentence) => sentence.split(CLAUSE))
    .map((sentence) => sentence.replaceAll('\u0001', '.').trim())
    .filter((sentence) => sentence !== '');

const NEW_SUBJECT = String.raw`(?:(?:we|i)(?: also| then)? [a-z]+|(?:it|they) (?:has|have|is|are|can)|(?:each|every|an?|one|their|its|the) [a-z]+(?: (?!and |or |they |we |i |it |which |that |who )[a-z]+)? (?:has|have|is|are|can|may|belongs?|contains?|includes?|consists?|needs?)|for (?:each|every) [a-z]+|(?:each|every) [a-z]+(?=:))\b`;
const CLAUSE = new RegExp(`(?:,? (?:and|but|so)|,(?= we | i )| -|:(?= an? [a-z]+ has )),? (?=${NEW_SUBJECT})`, 'i');

const OPENERS =
  /^(?:for (?:my|our|the) [^:,.]{3,40}: (?=.)|(?:(?:at|in|after|before|when|once|if|every|during) (?:[^,: ]+ ){1,6}?[^,: ]+,? (?=(?:we|i)\b)|also|and|then|so|please|finally|lastly|first|besides(?: that)?|in addition|additionally|furthermore|of course|hi|hello|basically)(?:\b|(?<=[, ])),? *)+/i;
/** Why something is kept tells nothing to keep. */
const PURPOSE =
  /,? (?:so (?:that )?(?:we|i|they|you|everyone|people) (?!(?:also )?(?:need|want|keep|record|store|note|would)\b).*|in order to .*|because .*|(?<!(?:want|need|like|wish|have|love|able|important|good|nice|useful) )to (?:see|know|find out|make sure|avoid|check|be able) .*)$/i;
const KEEP = `(?:keep(?:ing)?(?: a)? (?:track|record|list|log|note|history)s? of|keep(?:ing)?|stor(?:e|ing)|record(?:ing)?|track(?:ing)?|not(?:e|ing)(?: down)?|writ(?:e|ing) down|log(?:ging)?|register(?:ing)?|manag(?:e|ing)|know(?:ing)?|remember(?:ing)?|sav(?:e|ing)|list(?:ing)?|organi[sz](?:e|ing)|document(?:ing)?|see(?:ing)?|have|add|build|set up|create|make|find|tell)`;
const ADVERB = "(?:(?:also|just|really|then|always|mainly|only|would|'d|'re|'m|'ve|are|am) )*";
const WISH = `(?:wants?|needs?|like|wish|love|looking|trying|ha(?:s|ve)(?= to))(?: (?:to|for))?(?: be able to)?(?: (?:something|an? (?:app|database|system|tool|way|place|program)) (?:to|of|for|that))?`;
const WANTED = new RegExp(
  String.raw`^(?:for (?!each |every |all )[^,]{3,60}?,? )?(?:(?:i|we|(?:my|our|the) [a-z]+(?: [a-z]+)?(?= (?:needs?|wants?|would|has to)\b)) (?:[^,.:]{3,80} and )??(?:(?:i|we) )?${ADVERB}(?:${WISH}(?: ${KEEP}(?= ))?|${KEEP})|(?:(?:please|just|can you|could you|help (?:me|us)|it should)(?: also)? )*(?:${KEEP}|(?:give|build|make) (?:me|us))|(?:i|we)'(?:d like|re keeping)(?: to ${KEEP})?|there (?:is|are|can be|will be)) (?:an? (?:list|record|log|overview|history) of )?`,
  'i',
);
const ABOUT_WHOM =
  /^(?:an? |the |my |our )?(?:simple |small |new )?(?:database|db|app|system|tool|schema|program) (?:for|of) (?:an?|my|our|the) [^:,()]+$/i;

/** "We are a catering company": no word of what is kept. */
/** "the date they joined", "the day on which it was picked up" */
const DAY_OF =
  /\b(?:the )?(date|day|time) (?:that |when |on which |at which )?(?:it|they|he|she|we)(?:'s| was| were| is| are| has been)? ([a-z]+(?: (?:in|out|back|up|off)\b)?)/gi;
const WHO_ASKS = /^(?:(?:i|we)\b|(?:my|our) (?!(?:[a-z]+ )?[a-z]+s (?:have|are|can|belong)\b))/i;
const NO_VERB =
  /^(?!.*\b(?:has|have|is|are|was|were|can|may|with|belongs?|per)\b)(?:(?:an? |the )(?![a-z]+ [a-z]+s )(?:[a-z'’-]+ ?){1,5}|(?:[a-z'’-]+ ){0,3}(?:database|app|system|club|shop|agency|business))$/i;

/** "Taxi company." before what is kept there. */
const isCaption = (text: string): boolean =>
  /^(?!each |every )[a-z'’]+(?: [a-z'’]+){0,2}$/i.test(text) &&
  !isPlural(text.split(' ').at(-1) ?? '') &&
  !isPlural(text.split(' ')[0] ?? '');

/** "I send invoices": the things in what they do, in a row. */
const doneBy = (text: string): string => pluralsIn(text).join(', ');
