import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EMBEDDED_CLICKHOUSE } from '../../contract/clickhouse.ts';
import { Fault } from '../../fault.ts';

/** Where `svc clickhouse install` puts the library, in the data folder: half a gigabyte that outlives an update of the service. */
const librariesIn = (dataDir: string): string => join(dataDir, EMBEDDED_CLICKHOUSE.folder);

/** Where the optional package `chdb` is: beside the service, or in the data folder. Null where it is not installed. */
export function findChdb(dataDir: string | null): string | null {
  const places = [import.meta.url, ...(dataDir === null ? [] : [join(librariesIn(dataDir), 'package.json')])];
  for (const place of places) {
    try {
      return createRequire(place).resolve(EMBEDDED_CLICKHOUSE.package);
    } catch {
      // The next place may have it.
    }
  }
  return null;
}

export const chdbAbsent = (reason = 'The package chdb is not installed.'): Fault =>
  new Fault('unconfigured', {
    params: {
      engine: 'clickhouse',
      available: ['postgres'],
      reason: `${reason} ClickHouse needs a server of its own (CLICKHOUSE_URL), or the embedded one: run svc clickhouse install (Linux with glibc, macOS).`,
    },
  });
