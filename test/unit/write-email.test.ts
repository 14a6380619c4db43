import { describe, expect, it } from 'vitest';
import { buildValueIndex } from '../../src/plan/builtin/linking/value-index.ts';
import type { Schema } from '../../src/plan/schema.ts';
import { saidWrite, table } from '../support/said-write.ts';

const schema: Schema = { fingerprint: 'quay', tables: [table('firms', { name: 'text!', contact_email: 'text' })] };
const values = buildValueIndex([{ table: 'firms', column: 'name', values: ['Solvik Foods'] }]);
const said = (text: string): string => saidWrite(text, schema, values);

describe('an e-mail address', () => {
  it('is told by itself', () => {
    expect(said('set the contact email of solvik foods to lars@quay.no')).toBe(
      'update firms contact_email=lars@quay.no where name=Solvik Foods, one Solvik Foods',
    );
  });

  it('takes no other words with it', () => {
    expect(said('solvik foods have a new contact address, lars@quay.no')).toBe(
      'update firms contact_email=lars@quay.no where name=Solvik Foods, one Solvik Foods',
    );
  });
});
