import { z } from 'zod';
import { Session, Trace } from './ask.ts';
import { DatabaseId } from './database.ts';
import { LIMITS } from './limits.ts';

const Row = z.record(z.string(), z.unknown());

export const InsertRequest = z.object({
  db: DatabaseId.optional(),
  dbId: DatabaseId.optional().describe('Another spelling of `db`.'),
  table: z.string().min(1).max(128),
  rows: z.union([Row, z.array(Row).min(1).max(LIMITS.insertMaxRows)]).describe('One row or many; keys become lower_snake_case columns.'),
});
export type InsertRequest = z.infer<typeof InsertRequest>;

export const InsertReply = z.object({
  status: z.literal('ok'),
  session: Session,
  table: z.string(),
  inserted: z.number(),
  created: z.object({ table: z.boolean().optional(), columns: z.array(z.string()) }),
  trace: Trace,
});
export type InsertReply = z.infer<typeof InsertReply>;
