/** A brief without the words that only ask for it: "please create a database to keep track of my …". */
export function stripLead(text: string): string {
  let rest = text;
  for (let changed = true; changed; ) {
    const before = rest;
    for (const lead of LEADS) rest = rest.replace(lead, '');
    changed = rest !== before;
  }
  return rest.trim();
}

const LEADS: readonly RegExp[] = [
  /^(?:please|hi|hello|hey|ok|okay)[,!]?\s+/i,
  /^(?:can|could|would|will) you\s+/i,
  /^(?:i|we)(?:(?:'d| would)? (?:want|need|have)|(?:'d| would) like)(?: to)?\s+/i,
  /^(?:i|we)(?:'m| am|'re| are) (?:looking for|building|making)\s+/i,
  // "freelance translator here, need …"
  /^(?!.*\bwith\b.* here\b)[\w' -]{3,40} here[,.:;]?\s+(?=(?:(?:i|we)\b|need|want|looking for|please|can you|track|keep))/i,
  /^(?:need|want|looking for)(?: to)?\s+/i,
  // "I run a bike shop and need to track …"
  /^(?:i|we) (?:run|own|manage|have|operate|teach|work (?:at|in|for)) [^.;:]{1,60}?(?:\s+and|,|\s+so)\s+(?:(?:i|we)(?:'d| would)? )?(?:need|want|like)(?: to)?\s+/i,
  /^help me(?: to)?\s+/i,
  /^(?:something|an? (?:way|place|tool|app|system))\s+to\s+/i,
  /^something for\s+/i,
  // "a small business needs to track …"
  /^(?:an?|my|our|the) [\w' -]{1,40}? (?:needs?|wants?|has) to\s+/i,
  /^let'?s\s+/i,
  /^(?:create|make|build|set ?up|design|start|generate|give|spin up|provision|add)(?: (?:me|us))?(?=\s|$)\s*/i,
  /^(?:to )?(?:keep track of|track(?:ing)?|manag(?:e|ing)|stor(?:e|ing)|record(?:ing)?|log(?:ging)?|organi[sz](?:e|ing)|sav(?:e|ing)|catalog(?:ue|ing)?|monitor(?:ing)?|hold(?:ing)?|collect(?:ing)?|remember(?:ing)?|keep(?:ing)?)\s+(?!:|of\b)/i,
  /^(?:an?|the|my|our|some|all|new|simple|small|little|basic|tiny)\s+(?=(?:[\w-]+\s+){0,2}?(?:database|db|schema|table|list|log|record|collection|catalog(?:ue)?|inventory|register)s?(?:\s|$)|(?:my|our|all|new|simple|small|basic)\s)/i,
  /^(?:database|db|schema|app|system) (?:that|which) (?:stores|tracks|keeps(?: track of)?|records|holds|manages|contains)\s+/i,
  /^(?:i|we) (?:collect|grow|sell|make|buy|brew|breed) (?=.+ them\b)/i,
  /^(?:database|db|schema|tables?|app|system|list|log|records?|collection|catalog(?:ue)?|inventory|register|tracker)(?: (?:for|of|to|that|which|where|called|named|about|from)\b|$)\s*/i,
  /^(?:database|db|schema|tables?)\s*:\s*/i,
  /^(?:(?:database|db|schema) with )?(?:(?:two|three|four|five|six|seven|eight|\d+|the|these|following|separate) )+tables?\b:?\s*/i,
  /^(?:(?:database|db|schema|tables?) with (?:tables?\b:?)?)\s*/i,
  /^(?:my|our|all(?: the| my| our)?|the|some|different|various)\s+/i,
  /^for\s+/i,
];
