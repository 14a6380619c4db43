/** The embedded ClickHouse is a library of half a gigabyte, which is installed when it is first wanted, beside the data. */
export const EMBEDDED_CLICKHOUSE = {
  package: 'chdb',
  /** As in package.json. */
  range: '^3.4.0',
  /** In the data folder, so that it outlives an update of the service. */
  folder: 'libraries',
} as const;
