import type { CreateSchema } from '../../../contract/create-schema.ts';
import type { EngineName } from '../../../contract/database.ts';

export interface EngineChoice {
  readonly engine: EngineName;
  /** Why, for a person: half a sentence that follows the engine's name. */
  readonly reason: string;
}

/**
 * The engine that suits a brief whose caller named none. Rows that are only ever added and then counted over time are
 * for ClickHouse; rows that are looked up, linked and changed are for Postgres, and so is whatever is not plain.
 */
export function engineOf(goal: string, schema: CreateSchema): EngineChoice {
  const said = SIGNS.flatMap(({ pattern, weight, kept }) => {
    const found = pattern.exec(goal)?.[0];
    return found === undefined ? [] : [{ weight, words: found.trim().toLowerCase(), kept }];
  });
  const isStrong = said.some((sign) => sign.weight > ENOUGH);
  const weight = said.reduce((sum, sign) => sum + sign.weight, 0) + shapeWeight(schema, isStrong);
  const telling = said.filter((sign) => sign.weight > 0).sort((a, b) => b.weight - a.weight)[0];
  if (telling && weight >= ENOUGH) return { engine: 'clickhouse', reason: `"${telling.words}" speaks of ${telling.kept}` };
  return { engine: 'postgres', reason: 'these are rows to look up, link and change' };
}

/** A strong sign alone decides; weak ones need each other, or tables shaped like measurements. */
const ENOUGH = 3;

interface Sign {
  readonly pattern: RegExp;
  readonly weight: number;
  readonly kept: string;
}

const sign = (words: string, weight: number, kept: string): Sign => ({ pattern: new RegExp(`\\b(?:${words})\\b`, 'i'), weight, kept });

const EVENTS = 'events that are only added and then counted';
const LOGS = 'lines that are only added and then searched and counted';
const SERIES = 'measurements over time';
const LARGE = 'large amounts to add up';

const SIGNS: readonly Sign[] = [
  sign('append[- ]only|insert[- ]only|immutable (?:events?|records?|log)', 4, EVENTS),
  sign(
    'click ?streams?|page ?views?|(?:ad |link |button )clicks|impressions|(?:analytics|tracking|error|audit|game|ad|telemetry|usage|app|user|product|web|security|raw) events|event (?:stream|tracking|data|analytics)|web analytics|user behaviou?r|http requests|api (?:calls|requests)|(?:website|web ?site|web|site|page) (?:visits?|visitors?|traffic|tracking)|(?:video|song|track|ad) (?:plays|views)|heartbeats|(?:gps|location) pings|conversion funnel',
    4,
    EVENTS,
  ),
  sign(
    '(?:server|access|application|app|web|request|error|audit|system|http|nginx|firewall|api|query|container|kubernetes|k8s|dns|network|traffic|event|login|debug) logs?|log (?:lines|entries|files|messages|records)|syslogs?|distributed traces|trace spans',
    4,
    LOGS,
  ),
  sign(
    'time[- ]?series|telemetry|(?:sensor|meter|device|iot|weather station) (?:readings|data|measurements|values)|(?:cpu|server|system|performance|infrastructure|app) metrics|tick data|market data|candlesticks?|ohlcv?|(?:stock|price|crypto) ticks|iot|observability',
    4,
    SERIES,
  ),
  sign(
    '(?:hundreds of |tens of )?(?:millions|billions|trillions)(?: of)?|per second|a second|data warehouse|olap|petabytes?|terabytes?',
    3,
    LARGE,
  ),
  sign('high[- ]volume|large aggregat\\w*|aggregat(?:e|ed|es|ions?) over|roll[- ]?ups?|real[- ]?time (?:analytics|dashboards?)', 2, LARGE),
  sign('metrics|readings|measurements|samples|data points|traces|consumption|(?:every|each|per) (?:second|minute|hour)', 2, SERIES),
  sign('events|clicks|hits|pings|requests|detections|evaluations|sign-?ins|log-?ins|opens', 1.5, EVENTS),
  sign('logs', 1.5, LOGS),
  sign('sensors?|devices?|analytics|dashboards?|timestamps?|monitor(?:ing)?', 1, SERIES),
  // What people run their days by is looked up and changed, however it is called.
  sign('my|our family|personal|diary|journal|hobby', -2, ''),
  sign(
    'calendar|venues?|attendees?|guests?|rsvps?|tickets?|organi[sz]ers?|weddings?|part(?:y|ies)|concerts?|meetups?|conferences?',
    -3,
    '',
  ),
  sign('crm|bookings?|reservations?|appointments?|invoices?|inventory|to-?dos?|tasks?|recipes?|employees|payroll|rent(?:al)?s?', -3, ''),
  sign('edit|update|change|correct|assign|unique|belongs? to|ha(?:s|ve) many', -2, ''),
];

/** A moment and a number in a table that points nowhere look like a measurement; keys and links do not, but what is logged is of something. */
function shapeWeight({ tables }: CreateSchema, isStrong: boolean): number {
  const linked = tables.some((table) => (table.references ?? []).length > 0);
  const keyed = tables.some((table) => table.columns.some((column) => column.unique));
  const timed = tables.filter((table) => table.columns.some((column) => column.type === 'timestamp'));
  return (linked && !isStrong ? -2 : 0) + (keyed ? -2 : 0) + (timed.length > tables.length / 2 ? 1.5 : 0);
}
