import { guessType } from './column-type.ts';
import type { NewColumn } from './new-table.ts';

/** The type of a column by its name, of those that people write in a brief without one. */
export function typeOfName(name: string): NewColumn['type'] {
  if (NUMBERED.test(name)) return 'text';
  if (name === 'time_of_day') return 'time';
  // "work done" says what it was.
  if (/(?:^|_)(?:work|things?|jobs?|tasks?)_done$/.test(name)) return 'text';
  const guess = guessType(name);
  return guess === 'text' ? (RULES.find(([pattern]) => pattern.test(name))?.[1] ?? 'text') : guess;
}

/** Names that mean more in a brief than in a header of data, where "started" may hold anything. */
const RULES: readonly (readonly [RegExp, NewColumn['type']])[] = [
  [
    /^(?:joined|born|hired|bought|acquired|planted|sown|harvested|opened|founded|released|published|purchased|adopted|died|expires?|expiry)$/,
    'date',
  ],
  // What begins with a deed of its day; whether it has ended may be a flag, when it began is none.
  [/^(?:borrowed|lent|loaned|rented|hired_out|checked_out|taken_out|ordered|admitted|enrolled|enlisted|arrived|departed)$/, 'date'],
  [/^(?:check_?in|check_?out|move_?in|move_?out|pick_?up|drop_?off|birth_day|anniversary|started|ended|renewed|renews)$/, 'date'],
  [/^(?:out|back)$/, 'date'],
  [/^time_[a-z]+ed$/, 'timestamp'],
  [/(?:^|_)(?:pick_?up|drop_?off|collection|delivery|meeting|kick_?off)_time$/, 'time'],
  [/^(?:bought|sold)_for$/, 'decimal'],
  [/^(?:amount|price|cost|fee|total|sum)_(?:[a-z]+ed|given|spent|lent|won|lost)$/, 'decimal'],
  [/^(?:time|date_and_time)_(?:in|out|of_(?!day$|year$)[a-z_]+)$/, 'timestamp'],
  [/^number_[a-z]+ed$|^number_born$/, 'integer'],
  [/(?:^|_)(?:last|next)_(?:watered|serviced|cleaned|fed|checked|visited|contacted|seen|visit|service|checkup)$/, 'date'],
  [/^(?:start|end|starts|ends|begins|when)$/, 'timestamp'],
  [/(?:^|_)(?:subtotal|charge|gross|net|pay|payment|earnings|savings|target|fine|donation|bonus|commission|wages|turnover)$/, 'decimal'],
  [/^(?:ph|temp|moisture|co2|voltage|current|power|energy|wind|wind_speed|pm25|pm10|latency|bytes_per_second)$/, 'decimal'],
  [
    /(?:^|_)(?:dosage_mg|calorie|kcal|protein|carbs|fat|weight_kg|height_cm|hectares|acres|litres|kg|kilos|grams|tonnes|pounds|km|miles|metres|meters)$/,
    'decimal',
  ],
  [/(?:^|_)(?:max|min)_(?:players|people|guests|members|students|participants|attendees)$/, 'integer'],
  [
    /(?:^|_)(?:bytes|attempts|retries|spots|places|slots|headcount|players|copies|beds|baths|employees|followers|participants|status_code|port|party_size|downloads|plays|shares|installs|tempo|bpm|tempo_in_bpm|group_size|team_size|class_size|household_size)$/,
    'integer',
  ],
  [
    /^(?:vaccinated|neutered|returned|present|absent|insured|cancelled|canceled|delivered|shipped|fragile|attended|passed|urgent|confirmed|published|featured|cleaned|organic|vegetarian|vegan|signed)$/,
    'boolean',
  ],
];

/** Numbers that nobody counts with. */
const NUMBERED =
  /(?:^|_)(?:vat|tax|id|phone|telephone|mobile|cell|fax|frame|inventory|serial|passport|plate|registration|licen[cs]e|iban|member|membership|student|employee|staff|patient|case|file|batch|lot|reference|job|ticket|seat|chassis|engine|tag|customer|purchase_order|po|cheque|check|confirmation|contract|insurance|roll|social_security|bank)_(?:number|no)$/;
