import { isPlural } from '../english/inflect.ts';
import { readClause } from './clause.ts';

/**
 * Whether a goal asks for a new database rather than asking one or writing to it. Careful in both directions:
 * "how many tables are there" asks, "create an order for Ada" writes, "track coffee beans with roaster and price" creates.
 */
export function looksLikeCreate(text: string): boolean {
  const goal = text.trim().replaceAll(/\s+/g, ' ').replace(POLITE, '');
  if (goal.length === 0 || ASKS.test(goal)) return false;
  if (MAKES_APP.test(goal)) return !IN_STORE.test(goal);
  if (MAKES_STORE.test(goal) || (NEW_STORE.test(goal) && !WRITES.test(goal))) return !IN_STORE.test(goal) && !SHOWS.test(goal);
  if (WRITES.test(goal) || TOLD_NEW.test(goal) || goal.endsWith('?')) return false;
  if (DETAILED.test(goal) || PARTED.test(goal)) return true;
  if (VALUES.test(goal.replaceAll(LIMITS, ''))) return false;
  if (TRACKS.test(goal)) return true;
  if (MAKES.test(goal)) return LISTED.test(goal);
  return RELATES.test(goal) || DESCRIBES.test(goal) || TRACKER.test(goal) || isWhole(goal) || tellsDeed(goal);
}

/** "library with books, members and loans": one thing with three of which there are many. */
function isWhole(goal: string): boolean {
  const [, head = '', list = ''] = HOLDS.exec(goal) ?? [];
  const items = list.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i);
  return head !== '' && !isPlural(lastWord(head)) && items.length > 2 && items.every((item) => isPlural(lastWord(item)));
}

/** "students enroll in courses": what always holds, said of things in general. Those that enrolled are asked for. */
function tellsDeed(goal: string): boolean {
  const first = goal.split(/[.;]\s/)[0] ?? '';
  const clause = DEED.test(first) ? readClause(first) : null;
  return clause !== null && (clause.kind === 'between' ? clause.name !== undefined : true);
}

const lastWord = (words: string): string => words.split(' ').at(-1) ?? '';

/** Also with the engine before the rest: "in ClickHouse, track page views". */
const POLITE =
  /^(?:(?:hi|hello|hey)[,!]? )?(?:(?:in|on|using|with) (?:clickhouse|postgres(?:ql)?)[,:]? )?(?:(?:i|we) (?:run|own|manage|operate|have) [^.;:]{1,60}?(?: and|, so|,| so|\.) (?=(?:i |we )?(?:want|need|would like)\b))?(?:please |can you |could you |would you |help me (?:to )?|let'?s |i(?:'d| would) like (?:you )?to )*/i;

const ASKS =
  /^(?:how|what|what's|which|who|whose|when|where|why|show|list|find|get|count|display|select|is|are|do|does|did|was|were|compare|tell|return|calculate|compute|describe|summari[sz]e|search|explain|has|have)\b/i;

const STORE = '(?:database|db|schema|data ?base|tables?|crm|tracker|inventory|data model)';
const MAKE =
  '(?:create|make|build|set ?up|design|start|generate|spin up|provision|give(?= (?:me |us )?an? )|need|want|would like|looking for|add)';

/** "create a small database for …", "I need a tracker of …", "add a table for suppliers". */
const MAKES_STORE = new RegExp(`^(?:i |we )?${MAKE}(?: me| us)?(?: an?| the| my| our| some)?(?: [\\w-]+){0,3}? ${STORE}\\b`, 'i');
const NEW_STORE = new RegExp(
  `^(?:an? )?(?:new )?(?:(?!(?:the|this|that|each|every|all|in|on|of|at|by|per|to|from|for|with|and|or|is|are)\\b)[\\w-]+ ){0,3}?${STORE}(?::| (?:for|of|to|with|that|which|where)\\b)`,
  'i',
);

/** "build an app to manage recipes" */
const MAKES_APP =
  /^(?:i |we )?(?:create|make|build|set ?up|design|start|generate|need|want|would like)(?: me| us)? (?:an?|my|our|some) (?:[\w-]+ ){0,3}?(?:app|application|system|platform|tool|portal|website)(?::| (?:to|for|that|which|with)\b)/i;

/** The store is where something goes or is taken from, not what is made. */
const IN_STORE = new RegExp(
  `\\b(?:in|into|to|from|on) (?:the |my |our |this |that )(?:[\\w-]+ ){0,3}?${STORE}\\b|\\b(?:row|record|entry)\\b`,
  'i',
);

/** A table to look at: "give me a table of orders", "a table of sales by month". */
const SHOWS = /^give(?: me| us)? an? table (?:of|with|showing)\b|\btables? (?:of|showing|with) [\w ]+ (?:by|per|for each) \w+/i;

const WRITES =
  /^(?:insert|update|delete|remove|set (?!up)|change|increase|decrease|raise|lower|reduce|add|append|mark|rename|drop|clear|empty|wipe|truncate|replace|register|put|move|assign|cancel|modify|alter|edit|correct|fix|purge|erase)\b/i;

/** "new repair for the gull: torn sail", "new boat: Gull, a dinghy", "new guest: ada, since today": one of them, by its name or day. */
const TOLD_NEW =
  /^(?:[Aa]n? )?[Nn]ew [a-z]+(?: [a-z]+)?(?: (?:for|from|by|of) [^:]*)?: ?(?:\p{Lu}\p{Ll}|.*\b(?:today|yesterday|tomorrow)\b)|^(?:[Aa]n? )?[Nn]ew [a-z]+ (?:for|from|by) (?:the |\p{Lu})[^:]*:/u;

/** What to know of things stands in brackets after them, among other things: "rooms, guests and stays (check-in, check-out)". */
const DETAILED = /^[^()"]*(?:[:,]|\bwith\b)[^()"]*?\b[a-z]+s \([a-z][\w '/-]*(?:, [a-z][\w '/-]*)+\)/i;

/** "hospital: doctors; patients; appointments between them" */
const PARTED = /^[a-z][\w' -]*: ?[a-z][\w' -]*(?:;[^;"]+){2,}$|^(?:tables?|an? [\w' -]+): ?[a-z][\w' -]* \([a-z]/i;

/** "expense tracker" */
const TRACKER = /^(?:an? |my )?(?:[a-z][\w-]* ){1,2}(?:tracker|diary|planner)$/i;

/** Numbers that say what a column may hold. */
const LIMITS =
  /\b(?:(?:from|between|up to|at least|at most|out of) \d+(?:\.\d+)?(?: ?(?:to|and|-|–) ?\d+(?:\.\d+)?)?|\d+(?:\.\d+)? ?(?:to|-|–) ?\d+(?:\.\d+)?)(?=[,;.]| and |$)/gi;

const HOLDS = /^(?:an? )?(?!the |each |every |all )((?:[a-z][\w'-]* ){0,3}?[a-z][\w'-]*) with ([a-z][a-z', -]*)(?:[.;].*)?$/i;

/** A plural, then a verb as one says it of many. */
const DEED =
  /^(?:[a-z][\w-]* )?[a-z][\w-]*(?:s|people|children) (?:can |may )?(?!with\b|in\b|of\b|by\b|for\b|from\b)[a-z]+(?<!ed|ing|en) (?:[a-z][\w-]* )*[a-z]+/i;

/** A value stands in the sentence: a number, a quoted text. */
const VALUES = /"[^"]+"|(?<!\w)'[^']+'(?!\w)|“|(?<![\w.])[$€£]?\d+(?:\.\d+)?(?![\w-])/;

/** Tracking things in general, not one of them: a plural, "my", or a list of what to know. */
const TRACKS =
  /^(?:i |we )?(?:(?:want|need) to )?(?:(?:track|keep track of|keep an? (?:log|record|list) of|manage|organi[sz]e|catalog(?:ue)?|monitor) (?!this\b|that\b|it\b|an? )|(?:record|log|store|save|collect) (?:my|our|all|all my|all our|every|the following)\b|(?:need|want) to (?:record|log|store|save|collect) [\w -]+(?::| with) ?[\w -]+,|(?:record|log|store|save|collect) (?!an?\b|the\b|this\b|that\b|one\b)[\w -]+ with [\w -]+, )/i;

const MAKES = new RegExp(`^(?:i |we )?${MAKE}\\b`, 'i');

/** "contacts (name, email)" or "products: name, sku". */
const LISTED = /\w\s*\([\w -]+(?:,\s*[\w -]+)+\)|[a-z]{3,}s?\s*:\s*[a-z][\w -]*,/i;

/** "customers have many orders", "each product has a supplier". */
const RELATES =
  /^(?:(?:each|every) [\w -]+ (?:has|have|belongs to)|(?![\w -]*\b(?:who|that|which|whose)\b)[\w -]+ (?:has|have) many|[a-z][\w-]*(?: [\w-]+)?s belong to) [\w ,-]+/i;

/** A description with no verb at all: "an inventory of products: name, sku; suppliers with name". */
const DESCRIBES =
  /^(?![^:;]*\bwith\b[^:;]*:)(?:an? )?[\w -]+(?:\s*\([\w -]+(?:,\s*[\w -]+)+\)|\s*:\s*[a-z][\w -]*,)|^[\w ,-]+; (?=.*\b(?:with|have|has)\b)[\w ]+/i;
