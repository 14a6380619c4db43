import { LIMITS } from '../../../../contract/limits.ts';

/** A goal without what is said around it, and whether a part of it stood in quotes: a name in quotes is as likely a value. */
export interface Said {
  readonly text: string;
  readonly quoted: boolean;
}

export function tidied(goal: string): Said {
  const flat = goal.slice(0, LIMITS.goalMaxLength).trim().replaceAll(/\s+/g, ' ').replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');
  const bare = flat.replaceAll(/(["'`])([\w][\w $.-]*)\1(?!\w)/g, '$2');
  const text = bare
    .replace(LEAD, '')
    .replace(TAIL, '')
    .replaceAll(/\s*([,:])\s*/g, '$1 ')
    .trim();
  return { text, quoted: bare !== flat };
}

/** "add a status to orders (open, closed)", "add a priority to tasks: low or high" → the choices beside the column that has them. */
export function withChoicesBeside(text: string): string {
  const { head = '', table = '', inside, said, after } = CHOICES.exec(text)?.groups ?? {};
  const choices = partsOf((inside ?? after ?? '').replaceAll(/ or /gi, ', '));
  const names = head.replace(/^\w+ (?:(?:an?|the|some|new|two|three|\d+) )*/i, '');
  const isOneColumn = names !== '' && !new RegExp(`^${COL}$`, 'i').test(names) && !/[(),]| and /.test(names);
  return isOneColumn && choices.length > 1 && choices.every((choice) => /^[\w-]+(?: [\w-]+)?$/.test(choice))
    ? `${head} (${said === undefined ? '' : 'one of '}${choices.join(', ')})${table}`
    : text;
}

const CHOICES =
  /^(?<head>(?:add|create|introduce|include) .+?)(?<table> (?:to|in|on|for) [\w-]+(?: [\w-]+)?)(?: ?\((?<inside>[^()]+)\)|(?:: ?|(?<said>,? with (?:the )?(?:values|choices|options):? |,? (?:which|that) (?:can|may|must|is) (?:be )?(?:either )?))(?<after>.+))$/i;

/** A question that is no request put as one: "should customers have an email?" */
export const isAsked = (goal: string): boolean =>
  /\?\s*$/.test(goal) && !/^\W*(?:please |hi |hello |hey |ok )*(?:can|could|would|will) you\b/i.test(goal);

const LEAD =
  /^(?:(?:please|hi|hello|hey|ok|okay|kindly|just|can you|could you|would you|will you|you should|i want you to|i need you to|(?:i|we)(?:'d| would) like (?:you )?to|(?:i|we) (?:want|need) to|let's|lets|we should|also|go ahead and|help me(?: to)?)[,!]? )+/i;
const TAIL = /(?:[.!?;,]|,? (?:please|thanks|thank you|for me|as well|too|right away))+$/i;

/** Words of a list: "a, b and c". */
export const partsOf = (list: string): string[] =>
  list
    .split(/, (?:and )?| and | & | plus /i)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** What a column is called in a sentence, as a piece of a pattern. */
export const COL = '(?:columns?|fields?|attributes?|propert(?:y|ies))';

/** Words that can be a table's, and so begin a sentence about it. */
export const TABLE_WORDS = `(?!(?:i|we|you|it|they|he|she|there|this|that|which|who|what)\\b)(?:(?:the|every|each|all|our|my) )*[\\w-]+(?: (?!(?:who|that|which|whose|with|where|in|of|and|for|to|also|now)\\b)[\\w-]+){0,2}`;
