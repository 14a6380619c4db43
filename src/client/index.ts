export type { Challenge } from '../contract/challenge.ts';
export { Verbatim } from '../lib/verbatim.ts';
export type { SolveChallenge } from './challenge.ts';
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type FoundCredential,
  type RowStream,
  type RowStreamFormat,
} from './client.ts';
export { CLIENT_CODES, SvcError } from './error.ts';
export type { ClientNumbers } from './numbers.ts';
