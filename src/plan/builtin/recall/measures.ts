import { wordTable } from '../english/word-table.ts';

const COUNTED = String.raw`(?:\d|\b(?:a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|half)\b)`;
const unit = (units: string): RegExp => new RegExp(`${COUNTED}[^.;]*?(?:${units})(?![\\p{L}])`, 'iu');

const LENGTH = unit('mm|cm|m|km|(?:centi|milli|kilo)?met(?:re|er)s?|miles?|feet|foot|ft|inch(?:es)?|yards?');
const LASTING = unit('seconds?|minutes?|mins?|hours?|days?|nights?|weeks?|months?|years?|decades?|pages?|words?');

/** What a text has that tells how old, how tall or how heavy something is: "how tall is Tom?" is not told by his room number. */
const UNITS = wordTable<RegExp>({
  old: /\b(?:years?|months?|weeks?|days?)[ -]old\b|\baged?\b|\bborn\b|\bbirthday\b|\bturn(?:s|ed) \d/iu,
  tall: LENGTH,
  high: LENGTH,
  deep: LENGTH,
  wide: LENGTH,
  far: new RegExp(`${LENGTH.source}|${LASTING.source}`, 'iu'),
  long: new RegExp(`${LASTING.source}|${LENGTH.source}|\\buntil\\b`, 'iu'),
  heavy: unit('kg|kilos?|(?:kilo)?grams?|g|lbs?|pounds?|ounces?|tons?|tonnes?|stone'),
  fast: unit('km/h|kph|mph|knots?|per (?:hour|minute|second)|minutes?|seconds?|ms'),
  expensive: /[€£$]|\d[^.;]*?\b(?:euros?|pounds?|dollars?|francs?|cents?)\b/iu,
  hot: unit('degrees?|°C?'),
  cold: unit('degrees?|°C?'),
  warm: unit('degrees?|°C?'),
});

/** Null where "how" and the word ask for no such measure. */
export const unitOf = (word: string): RegExp | null => UNITS[word] ?? null;
