/** Whether words tell of something that is named, and ask nothing. */
export const saidOfSomething = (text: string): boolean => TOLD_OF.test(text) || SAID_OF.test(text);

/** "Ada has paid her fee", "Ada paid her fee today": nobody asks like that, whether or not a row could be found. */
const TOLD_OF =
  /^(?!.*\?)(?!.*\b(?:who|that|which|whose)\b)(?:[^,]+? (?:has (?:just )?[a-z]+(?:ed|id|nt|ught|en) (?:his|her|its|their) |(?:just )?[a-z]+(?:ed|id|nt|ught) (?:his|her) .*\b(?:today|yesterday|just now|this morning)$)|(?:[^,]+? and [^,]+?|the [^,]+?) have (?:just )?[a-z]+(?:ed|id|nt|ught|en) (?:their|everything|it all)\b)/i;

/** "Tuesday's sessions are called off", "the saw is broken again": what is said of something that is named, to the end. */
export const SAID_OF =
  /^(?!.*\?)(?!.*\b(?:who|that|which|wich|whose|what|how|when|where|why|nobody)\b)(?:(?:the |our |my |his |her |[^\s,]+['’]s )[^,]+? (?:is|are|was|were|has been|have been) .+|[^,]+? (?:is|was|has been) (?:(?:now|just|already|all) )?(?:[a-z]+(?:ed|id|en|nt|ught|ld)|called off|gone|done|lost|ill|sick|late|back|off|out|over)(?: (?:again|now|today|yesterday))?|(?:the|our|my) [^,]+? (?:has )?(?:came|come|went) (?:in|through|back|out)(?: (?:again|now|today|yesterday|just now|this morning))?)$/i;
