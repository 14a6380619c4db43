export type { AskReply, Diff, ResultSet, Session, Trace } from '../contract/ask.ts';
export type { Challenge } from '../contract/challenge.ts';
export type { DatabaseDetails, DatabaseSchemaReply, DatabaseSummary } from '../contract/database.ts';
export type { AskEvent, AskEventType } from '../contract/events.ts';
export type { InsertReply } from '../contract/insert.ts';
export type { OperationName, Output, Sent } from '../contract/operations.ts';
export type { RunReply } from '../contract/run.ts';
export { Verbatim } from '../lib/verbatim.ts';
export type { AskStream } from './ask-stream.ts';
export type { SolveChallenge } from './challenge.ts';
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type FoundCredential,
  type ProviderKey,
} from './client.ts';
export { CLIENT_CODES, SvcError } from './error.ts';
export type { ClientNumbers } from './numbers.ts';
export type { RowStream, RowStreamFormat } from './row-stream.ts';
