import { describe, expect, it } from 'vitest';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';
import { engineNamedIn } from '../../src/plan/builtin/brief/named-engine.ts';

describe('an engine that a brief names', () => {
  it.each([
    ['track books and loans in ClickHouse', 'clickhouse', 'track books and loans'],
    ['a ClickHouse database for page views with url', 'clickhouse', 'a database for page views with url'],
    ['create a clickhouse database of books', 'clickhouse', 'create a database of books'],
    ['track page views in click house: url, country', 'clickhouse', 'track page views: url, country'],
    ['use ClickHouse to store orders with amount', 'clickhouse', 'store orders with amount'],
    ['clickhouse: track books', 'clickhouse', 'track books'],
    ['Track visits in ClickHouse, with url. Keep it small.', 'clickhouse', 'Track visits, with url. Keep it small.'],
    ['store orders in a clickhouse table with amount', 'clickhouse', 'store orders with amount'],
    ['an analytical database for sales with amount', 'clickhouse', 'a database for sales with amount'],
    ['track books using Postgres', 'postgres', 'track books'],
    ['in PostgreSQL, track books', 'postgres', 'track books'],
    ['track invoices and customers, in a transactional database', 'postgres', 'track invoices and customers'],
    ['keep my recipes in a new database', null, 'keep my recipes'],
  ])('%s', (brief, engine, rest) => {
    expect(engineNamedIn(brief)).toEqual({ engine, rest });
    expect(designSchema(rest).kind).toBe('schema');
  });

  it.each([
    'track servers with ClickHouse version and owner',
    'track our clickhouse databases with name and size',
    'track migrations from Postgres to ClickHouse',
    'use Postgres to store orders in ClickHouse',
    'in ClickHouse',
    'a database of books',
    '',
  ])('%s: names none, and stays as it is', (brief) => expect(engineNamedIn(brief)).toEqual({ engine: null, rest: brief }));

  it('does not take long over much text', () => {
    const long = `track ${'in a the clickhouse an analytical , '.repeat(20_000)}`;
    expect(engineNamedIn(long).engine).toBe(null);
  });
});
