import { describe, expect, it } from 'vitest';
import { faultFrom } from '../../src/engines/postgres/faults.ts';

const faultOf = (error: Record<string, unknown>) => faultFrom(error, { limitMs: 30_000 });

describe('an error of PostgreSQL', () => {
  it('says what depends on the object that was to be dropped', () => {
    const { code, params } = faultOf({
      code: '2BP01',
      message: 'cannot drop table orders because other objects depend on it',
      detail: 'view daily depends on table orders',
      hint: 'Use DROP ... CASCADE to drop the dependent objects too.',
    });
    expect(code).toBe('sql_rejected');
    expect(params).toMatchObject({
      reason: 'Cannot drop table orders because other objects depend on it. View daily depends on table orders.',
      hint: 'Use DROP ... CASCADE to drop the dependent objects too.',
    });
  });

  it.each([
    ['0A000', 'sql_rejected'],
    ['0LP01', 'sql_rejected'],
    ['08006', 'db_unreachable'],
    ['08P01', 'sql_rejected'],
    ['20000', 'sql_rejected'],
    ['22012', 'invalid_value'],
    ['23505', 'write_constraint'],
    ['25006', 'forbidden'],
    ['25P02', 'sql_rejected'],
    ['25P04', 'query_timeout'],
    ['26000', 'sql_rejected'],
    ['27000', 'sql_rejected'],
    ['28P01', 'db_unreachable'],
    ['2F005', 'sql_rejected'],
    ['34000', 'sql_rejected'],
    ['3D000', 'db_misconfigured'],
    ['40001', 'write_conflict'],
    ['XX001', 'internal_error'],
  ])('of SQLSTATE %s is %s', (state, code) => {
    expect(faultOf({ code: state, message: 'as the engine says' }).code).toBe(code);
  });
});
