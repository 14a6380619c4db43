/** A question without what only carries it: greetings, politeness and how it came to be asked. */
export function withoutCourtesies(text: string): string {
  let left = text
    .trim()
    .replace(THERE, '$1their')
    .replace(THEN, '$1than')
    .replace(HOW, 'how')
    .replace(WHAT, 'what')
    .replace(SHORT, (short) => SHORTHAND[short.toLowerCase()] ?? short);
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = left.replace(BEFORE, '').replace(AFTER, (end) => (end.includes('?') ? '?' : ''));
    if (next === left || next.replaceAll(/[^\p{L}]/gu, '').length < LETTERS_MIN) break;
    left = next;
  }
  return left;
}

/** "doctors and there phone", as it is often typed. */
const THERE = /\b((?:and|with) )there(?= (?!is\b|are\b|was\b|were\b|has\b|have\b|any\b))/gi;
/** "more then 3", "cost more then unfurnished ones": the comparative is followed by what is compared. */
const THEN =
  /\b((?:more|less|fewer|rather|other|older|younger|bigger|larger|smaller|higher|lower|longer|shorter|cheaper|heavier|lighter|later|earlier|newer|greater|better|worse|further)(?: [a-z]+)? )then(?= [\p{L}\d$€£])/giu;
/** "hw many". */
const HOW = /\b(?:hw|hwo|hoe|haw)(?= (?:many|much|long|old|often)\b)/gi;
/** "wat is", "wot stock". */
const WHAT = /^(?:wat|wht|waht|wot)(?= [a-z])/i;
/** "this yr". */
const SHORT = /(?<=\b(?:this|last|next|per|each|every|a|by) )(?:yr|wk|mth|qtr)\b/gi;
const SHORTHAND: Readonly<Record<string, string>> = { yr: 'year', wk: 'week', mth: 'month', qtr: 'quarter' };
const ROUNDS = 4;
const LETTERS_MIN = 4;

const phrases = (text: string) =>
  text
    .trim()
    .split(/\s*\n\s*/)
    .join('|');

const BEFORE = new RegExp(
  `^(?:${phrases(`
    hi(?: there)?|hello|hey(?: there)?|good (?:morning|afternoon|evening)
    ok(?:ay)?|so|um+|uh+|well|alright|right|quick question|quick one|one question|another question|question
    please|pls|plz|kindly
    (?:can|could|would|will) you (?:please |pls |just |quickly |maybe )*(?:tell|show|give|get|find|list|check|pull up|look up|fetch)(?: me| us| for me| out)?
    (?:can|could|may) (?:i|we) (?:please |just |maybe )*(?:get|see|have|know|find out)
    (?:i|we)(?:'d| would)? (?:really )?(?:like|want|love|need) (?:to (?:know|see|find out|get|have|check)|you to (?:tell|show|give) me)
    i(?:'m| am) (?:looking for|trying to (?:find|find out|see|figure out)|wondering|curious|interested in)
    i was wondering(?: if you could tell me)?|i wonder|do you know|do you happen to know|any idea|any chance you can tell me
    (?:i|we) (?:need|want) (?:a |the )?list of|(?:give|get|show|make) me (?:a |the )?list of
    tell me|let me know|let me see|let's see|lets see|help me find|just|basically|actually|remind me|for a report|for my report
    (?:can|could) you help me(?: find)?
  `)})(?=[\\s,:.!-])[\\s,:.!-]*`,
  'i',
);

const AFTER = new RegExp(
  `[\\s,]+(?:${phrases(`
    please|pls|plz|thanks(?: a lot)?|thank you|thx|ty|cheers
    if (?:possible|you can|you could|that's ok)|by any chance|real quick|asap|when you (?:can|get a chance)|for me
    (?<=\b(?:have|got|there)(?: currently)? )on (?:the|our) books
  `)})[\\s!.?]*$`,
  'i',
);
