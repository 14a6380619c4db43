import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import { looksLikeWrite } from '../../src/plan/builtin/writes/write.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { saidWrite, table } from '../support/said-write.ts';

/** A garden centre. */
const schema: Schema = {
  fingerprint: 'f',
  tables: [
    table('growers', { name: 'text!', country: 'text' }),
    table(
      'plants',
      { name: 'text!', kind: 'text!', price: 'decimal!', height_cm: 'integer', on_offer: 'boolean', grower_id: 'integer' },
      { grower_id: 'growers' },
    ),
    table('workers', { first_name: 'text!', last_name: 'text!', team: 'text', hourly_rate: 'decimal' }),
  ],
};
const values = buildValueIndex([
  { table: 'growers', column: 'name', values: ['Old Mill Nursery', 'Verhagen'] },
  { table: 'plants', column: 'name', values: ['Blue Fern', 'Hop Vine'] },
  { table: 'plants', column: 'kind', values: ['shrub', 'climber', 'herb'] },
  { table: 'workers', column: 'first_name', values: ['Ida', 'Sven'] },
  { table: 'workers', column: 'last_name', values: ['Moor', 'Pratt'] },
  { table: 'workers', column: 'team', values: ['nursery', 'till'] },
]);
const said = (text: string): string => saidWrite(text, schema, values);

describe('what things cost, up or down', () => {
  it.each([
    ['make all the shrubs 5% more expensive', 'update plants price=price*1.05 where kind=shrub'],
    ['make every climber 2 euros cheaper', 'update plants price=price-2 where kind=climber'],
    ['all herbs 50 cents more', 'update plants price=price+0.5 where kind=herb'],
    ['every shrub costs 20p less from now on', 'update plants price=price-0.2 where kind=shrub'],
    ['the blue fern goes up by $2', 'update plants price=price+2 where name=Blue Fern, one Blue Fern'],
    ['raise the price of everything from Verhagen by 4 percent', 'update plants price=price*1.04 where grower_id in name=Verhagen'],
    ['put the price of all climbers up by 2 percent', 'update plants price=price*1.02 where kind=climber'],
    ['put 3 dollars on the price of all herbs', 'update plants price=price+3 where kind=herb'],
    ['take 10% off the price of the hop vine', 'update plants price=price*0.9 where name=Hop Vine, one Hop Vine'],
    ['give everyone in the nursery a 3% raise', 'update workers hourly_rate=hourly_rate*1.03 where team=nursery'],
  ])('%s', (text, plan) => {
    expect(looksLikeWrite(text)).toBe(true);
    expect(said(text)).toBe(plan);
  });

  it.each([
    'all shrubs 50 cents more than the blue fern',
    'all shrubs 5 more',
    'shrubs for 2 dollars or less',
    'make the shrubs more expensive',
    'make all bonsais 5% more expensive',
    'all plants 50 cents more',
    'raise the price of everything by 4 percent',
    'raise everything by 4 percent',
    'raise the plant price of everything by 4 percent',
    'make all herbs 5 cm cheaper',
    'give everyone a 3% raise',
    'all workers 2 dollars more',
  ])('%j changes nothing', (text) => expect(said(text)).not.toMatch(/^update/));
});
