/**
 * Whether a goal asks for a new database rather than asking one or writing to it. Careful in both directions:
 * "how many tables are there" asks, "create an order for Ada" writes, "track coffee beans with roaster and price" creates.
 */
export function looksLikeCreate(text: string): boolean {
  const goal = text.trim().replaceAll(/\s+/g, ' ').replace(POLITE, '');
  if (goal.length === 0 || ASKS.test(goal)) return false;
  if (MAKES_STORE.test(goal) || (NEW_STORE.test(goal) && !WRITES.test(goal))) return !IN_STORE.test(goal) && !SHOWS.test(goal);
  if (WRITES.test(goal) || VALUES.test(goal)) return false;
  if (goal.endsWith('?')) return false;
  if (TRACKS.test(goal)) return true;
  if (MAKES.test(goal)) return LISTED.test(goal);
  return RELATES.test(goal) || DESCRIBES.test(goal);
}

const POLITE =
  /^(?:(?:hi|hello|hey)[,!]? )?(?:(?:i|we) (?:run|own|manage|operate|have) [^.;:]{1,60}?(?: and|, so|,| so) (?=(?:i |we )?(?:want|need|would like)\b))?(?:please |can you |could you |would you |help me (?:to )?|let'?s |i(?:'d| would) like (?:you )?to )*/i;

const ASKS =
  /^(?:how|what|what's|which|who|whose|when|where|why|show|list|find|get|count|display|select|is|are|do|does|did|was|were|compare|tell|return|calculate|compute|describe|summari[sz]e|search|explain|has|have)\b/i;

const STORE = '(?:database|db|schema|data ?base|tables?|crm|tracker|inventory|data model)';
const MAKE =
  '(?:create|make|build|set ?up|design|start|generate|spin up|provision|give(?= (?:me |us )?an? )|need|want|would like|looking for|add)';

/** "create a small database for …", "I need a tracker of …", "add a table for suppliers". */
const MAKES_STORE = new RegExp(`^(?:i |we )?${MAKE}(?: me| us)?(?: an?| the| my| our| some)?(?: [\\w-]+){0,3}? ${STORE}\\b`, 'i');
const NEW_STORE = new RegExp(
  `^(?:an? )?(?:new )?(?:(?!(?:the|this|that|each|every|all)\\b)[\\w-]+ )?${STORE} (?:for|of|to|with|that|which|where)\\b`,
  'i',
);

/** The store is where something goes or is taken from, not what is made. */
const IN_STORE = new RegExp(
  `\\b(?:in|into|to|from|on) (?:the |my |our |this |that )(?:[\\w-]+ ){0,3}?${STORE}\\b|\\b(?:row|record|entry)\\b`,
  'i',
);

/** A table to look at: "give me a table of orders", "a table of sales by month". */
const SHOWS = /^give(?: me| us)? an? table (?:of|with|showing)\b|\btables? (?:of|showing|with) [\w ]+ (?:by|per|for each) \w+/i;

const WRITES =
  /^(?:insert|update|delete|remove|set (?!up)|change|increase|decrease|raise|lower|reduce|add|append|mark|rename|drop|clear|empty|wipe|truncate|replace|register|put|move|assign|cancel|modify|alter|edit|correct|fix|purge|erase)\b/i;

/** A value stands in the sentence: a number, a quoted text. */
const VALUES = /"[^"]+"|(?<!\w)'[^']+'(?!\w)|“|(?<![\w.])[$€£]?\d+(?:\.\d+)?(?![\w-])/;

/** Tracking things in general, not one of them: a plural, "my", or a list of what to know. */
const TRACKS =
  /^(?:i |we )?(?:(?:want|need) to )?(?:(?:track|keep track of|keep an? (?:log|record|list) of|manage|organi[sz]e|catalog(?:ue)?|monitor) (?!this\b|that\b|it\b|an? )|(?:record|log|store|save|collect) (?:my|our|all|all my|all our|every|the following)\b|(?:record|log|store|save|collect) (?!an?\b|the\b|this\b|that\b|one\b)[\w -]+ with [\w -]+, )/i;

const MAKES = new RegExp(`^(?:i |we )?${MAKE}\\b`, 'i');

/** "contacts (name, email)" or "products: name, sku". */
const LISTED = /\w\s*\([\w -]+(?:,\s*[\w -]+)+\)|[a-z]{3,}s?\s*:\s*[a-z][\w -]*,/i;

/** "customers have many orders", "each product has a supplier". */
const RELATES =
  /^(?:(?:each|every) [\w -]+ (?:has|have|belongs to)|(?![\w -]*\b(?:who|that|which|whose)\b)[\w -]+ (?:has|have) many) [\w ,-]+/i;

/** A description with no verb at all: "an inventory of products: name, sku; suppliers with name". */
const DESCRIBES =
  /^(?![^:;]*\bwith\b[^:;]*:)(?:an? )?[\w -]+(?:\s*\([\w -]+(?:,\s*[\w -]+)+\)|\s*:\s*[a-z][\w -]*,)|^[\w ,-]+; (?=.*\b(?:with|have|has)\b)[\w ]+/i;
