import { ages, howOld } from './ages.ts';
import { between } from './between.ts';
import { columnsOf } from './columns-of.ts';
import { comparisons } from './comparing.ts';
import { debtors } from './debts.ts';
import { doneLast } from './done-last.ts';
import { stretches } from './durations.ts';
import { averageOfEach } from './each-has.ts';
import type { Form } from './form.ts';
import { grouped } from './grouped.ts';
import { kindsOf } from './kinds-of.ts';
import { lengths } from './lengths.ts';
import { longest } from './longest.ts';
import { allOf, ofNamed, whenAndWhere, wheres } from './lookups.ts';
import { mostCommon, mostOf } from './most.ts';
import { worthOf } from './number-of-named.ts';
import { daysTo, lastDone, occasions } from './occasions.ts';
import { popular } from './popular.ts';
import { lists, numbers, whoAre } from './questions.ts';
import { children, reporting } from './reporting.ts';
import { rates, shares } from './shares.ts';
import { byOwnColumn, extremes, firstOfEach, tenures } from './superlatives.ts';
import { howLong } from './tenure.ts';
import { toldByCue } from './told-by-cue.ts';
import { tops } from './tops.ts';
import { unnamed } from './unnamed.ts';
import { lastOf, lastTimes, whens } from './when-named.ts';
import { whoDid } from './who-did.ts';
import { whose } from './whose.ts';

/** One way to ask. Its examples are read by it, of the database of `test/support/theatre-schema.ts`. */
interface NamedForm {
  readonly name: string;
  readonly examples: readonly string[];
  readonly read: Form;
}

/** All forms; which of two is meant is decided by what their phrases cost, not by their order here. */
export const FORMS: readonly NamedForm[] = [
  { name: 'list', examples: ['bookings from bergen', 'which bookings are still open', 'patrons with their phone'], read: lists },
  {
    name: 'who',
    examples: ['who joined last month', 'who is from bergen'],
    read: (ground, at) => [...whoAre(ground, at), ...whose(ground, at)],
  },
  { name: 'of nothing named', examples: ['everything that is unpaid', 'which ones are still open'], read: unnamed },
  { name: 'kinds of things', examples: [], read: kindsOf },
  { name: 'columns of things', examples: ['phone of patrons from bergen', 'titles and prices of plays'], read: columnsOf },
  { name: 'who owes', examples: ['who owes us the most', 'which patrons still owe us money'], read: debtors },
  {
    name: 'number',
    examples: ['how many bookings did we cancel', 'total of the open bookings', 'average booking', 'how much did we make last month'],
    read: numbers,
  },
  { name: 'by group', examples: ['bookings by status', 'number of bookings per month this year'], read: grouped },
  {
    name: 'which has the most',
    examples: ['which patron has the most bookings', 'which month had the fewest bookings', 'which patron spent the most'],
    read: mostOf,
  },
  { name: 'most popular', examples: ['which play is the most popular', 'most common status'], read: popular },
  { name: 'top n', examples: ['top 3 patrons by number of bookings', 'top 2 most booked plays'], read: tops },
  { name: 'highest of its own', examples: ['which play has the highest price'], read: byOwnColumn },
  { name: 'first of each group', examples: ['most expensive play in each genre'], read: firstOfEach },
  { name: 'what most have', examples: ['which city do most of our patrons live in'], read: mostCommon },
  {
    name: 'latest, biggest',
    examples: ['latest 3 bookings', 'biggest booking this year', 'oldest patron', 'which play is the cheapest'],
    read: extremes,
  },
  { name: 'longest here', examples: ['who has been a patron the longest', '2 patrons who have been with us the longest'], read: tenures },
  { name: 'done last', examples: ['who joined last', 'who was the last to join'], read: doneLast },
  { name: 'comparison of two', examples: ['compare bookings from bergen and lima', 'bookings this year vs last year'], read: comparisons },
  {
    name: 'average of each',
    examples: ['how many bookings does a patron have on average', 'bookings per play on average'],
    read: averageOfEach,
  },
  { name: 'share', examples: ['what percentage of bookings were cancelled'], read: shares },
  { name: 'rate', examples: ['cancellation rate by play'], read: rates },
  { name: 'when of a name', examples: ['when did mia roth join'], read: whens },
  { name: 'column of a name', examples: ["mia roth's phone", 'which city is mia roth in', "who is tom aas's manager"], read: ofNamed },
  { name: 'who reports to whom', examples: ['who reports to rosa lind', 'who does tom aas report to'], read: reporting },
  { name: 'parts of a whole', examples: ['what are the subgenres of comedy'], read: children },
  { name: 'who did it', examples: ['who authored hamlet'], read: whoDid },
  { name: 'last time', examples: ["when was mia roth's last booking"], read: lastTimes },
  {
    name: 'last or next time',
    examples: ['when was the last booking', 'when was our first booking', 'how many days since the last booking'],
    read: (ground, at) => [...occasions(ground, at), ...daysTo(ground, at)],
  },
  { name: 'last deed', examples: ['when did mia roth last book', 'when was hamlet last booked'], read: lastDone },
  { name: 'all of a name', examples: ['details of mia roth', 'tell me everything about hamlet'], read: allOf },
  { name: 'latest of a name', examples: ['when was the last booking of mia roth'], read: lastOf },
  { name: 'number of a name', examples: ['how many seats does red hall have', 'how many seats has red hall got'], read: worthOf },
  {
    name: 'asked of a name',
    examples: ['how much does hamlet cost', 'how much is hamlet', 'what do we charge for hamlet'],
    read: toldByCue,
  },
  { name: 'place of a name', examples: ['where does mia roth live', 'where is mia roth from'], read: wheres },
  { name: 'when and where of a name', examples: [], read: whenAndWhere },
  {
    name: 'how long a name is here',
    examples: ['how long has mia roth been with us', 'how long has mia roth been a patron'],
    read: howLong,
  },
  { name: 'age of a name', examples: ['how old is mia roth'], read: howOld },
  {
    name: 'average length of time',
    examples: ['how long does it take to pay a booking on average'],
    read: (ground, at) => [...stretches(ground, at), ...lengths(ground, at)],
  },
  { name: 'time between', examples: ['how long on average between booking and payment'], read: between },
  { name: 'longest', examples: ['which booking took the longest to pay'], read: longest },
  { name: 'average age', examples: ['how old are our patrons on average', 'average age of patrons from lima'], read: ages },
];
