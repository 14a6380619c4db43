import { randomUUID } from 'node:crypto';
import { packageFacts } from './version.ts';

/** One process: a collector that several send their figures to would take all for one that counts back and forth. */
const instance = randomUUID();

/** Who sends what a collector gets, under OpenTelemetry's names. */
export const serviceAttributes = (serviceName: string): Readonly<Record<string, string>> => ({
  'service.name': serviceName,
  'service.version': packageFacts().version,
  'service.instance.id': instance,
});
