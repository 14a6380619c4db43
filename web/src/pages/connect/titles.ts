import type { Output } from '../../../../src/contract/operations.ts';

export type Provider = Output<'connectProviders'>['providers'][number];

export const TITLES: Readonly<Record<Provider, string>> = { neon: 'Neon', supabase: 'Supabase', clickhouse_cloud: 'ClickHouse Cloud' };
