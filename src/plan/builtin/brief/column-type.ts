import type { CreateSchema } from '../../../contract/create-schema.ts';
import { wordTable } from '../english/word-table.ts';

type ColumnType = CreateSchema['tables'][number]['columns'][number]['type'];

/** The type that a column of this snake_case name most likely has. */
export function guessType(name: string): ColumnType {
  // "cost per liter", "distance in light years": what is measured stands first.
  const rate = /^(.+?)_per_/.exec(name)?.[1];
  if (rate !== undefined) return guessType(rate);
  const whole = RULES.find(([pattern]) => pattern.test(name))?.[1];
  if (whole !== undefined) return whole;
  const measured = /^(.+?)_(?:in|of|for|from|to|with)_/.exec(name)?.[1];
  return measured === undefined ? 'text' : guessType(measured);
}

/** Columns of this name hold a number of minutes. */
export const DURATION = /(^|_)(cooking|cook|prep|preparation|baking|play|playing|running|run|travel|waiting|wait)_time$/;

/** Types that a person may write beside a column's name. */
export const TYPE_WORDS = wordTable<ColumnType>({
  int: 'integer',
  integer: 'integer',
  bigint: 'integer',
  number: 'decimal',
  numeric: 'decimal',
  decimal: 'decimal',
  money: 'decimal',
  float: 'float',
  text: 'text',
  string: 'text',
  varchar: 'text',
  boolean: 'boolean',
  bool: 'boolean',
  date: 'date',
  datetime: 'timestamp',
  timestamp: 'timestamp',
  time: 'time',
  uuid: 'uuid',
  json: 'json',
  jsonb: 'json',
});

const word = (words: string): RegExp => new RegExp(`(^|_)(${words})$`);

/** First match wins; the last word of a name says most. */
const RULES: readonly (readonly [RegExp, ColumnType])[] = [
  [/^(is|has|can|was|should|needs|allows)_/, 'boolean'],
  [/^(in_stock|on_sale)$/, 'boolean'],
  [/^(number|count|num|no)_of_/, 'integer'],
  [/(^|_)(price|amount|total|cost|fee|tax|deposit|balance)_(paid|due)$/, 'decimal'],
  [/(^|_)(day_of_(the_)?week|weekday|blood_pressure)$/, 'text'],
  [/^(date_|day_of_|when_)/, 'date'],
  [DURATION, 'integer'],
  [/^hours_[a-z]+$/, 'decimal'],
  [/^(days|minutes|times)_[a-z]+$/, 'integer'],
  [/^(min|max|minimum|maximum)_[a-z_]+s$/, 'integer'],
  [word('phone|phone_number|zip|zip_code|postcode|postal_code|sku|code|isbn|barcode|license|reference'), 'text'],
  [
    /(serial|account|order|invoice|tracking|model|part|card|room|flight|house|apartment|unit|plate|license|passport|street|registration|policy)_number$/,
    'text',
  ],
  [word('at|timestamp|datetime|last_login|last_seen'), 'timestamp'],
  [/_(start|end|expiry|expiration|since|until)$/, 'date'],
  [/(^|_)(available|valid|active|effective)_from$/, 'date'],
  [/_in_(square_|cubic_)?(mm|cm|m|km|met(er|re)s|feet|inches|miles|acres|g|grams|kg|kilos|pounds|ounces|lit(er|re)s|percent)$/, 'decimal'],
  [word('date|on|birthday|birthdate|dob|deadline|day|due'), 'date'],
  [/^(start|end|opening|closing|departure|arrival)_time$/, 'time'],
  [word('active|enabled|disabled|done|completed|paid|archived|verified|subscribed|available|approved|finished|resolved'), 'boolean'],
  [
    word('price|amount|total|subtotal|cost|salary|wage|fee|balance|budget|revenue|income|tax|discount|rate|expense|profit|value'),
    'decimal',
  ],
  [word('rating|score|gpa|weight|height|width|depth|length|latitude|longitude|lat|lng|distance|temperature|percentage|percent'), 'decimal'],
  [
    word('area|volume|speed|hours|humidity|pressure|magnitude|kwh|rainfall|snowfall|shares|odometer|liters|litres|gallons|rent|deposit'),
    'decimal',
  ],
  [
    word(
      'quantity|qty|count|age|year|pages|page_count|stock|points|rank|ranking|credits|times|capacity|vintage|elo|pulse|systolic|diastolic|heart_rate|population|minutes|seconds|days',
    ),
    'integer',
  ],
  [word('seats|wins|losses|draws|goals|views|likes|votes|calories|attendance|units|servings|sets|reps|rooms|floors|level'), 'integer'],
  [word('number|bedrooms|bathrooms|duration|mileage|stars|visits|followers|employees'), 'integer'],
  [word('uuid|guid'), 'uuid'],
  [word('json|metadata|payload|settings|attributes|properties'), 'json'],
];
