import type { Client } from '../src/client/index.ts';
import type { DatabaseNews } from '../src/contract/service-operations.ts';
import type { Reach } from './reach.ts';

/** What tools and resources are made of: some of the client's methods, on behalf of one caller. Each rejects with `SvcError` alone. */
export type Operations = Pick<
  Client,
  | 'ask'
  | 'run'
  | 'insert'
  | 'remember'
  | 'createDatabase'
  | 'listDatabases'
  | 'getDatabase'
  | 'describeDatabase'
  | 'getTrace'
  | 'requestGrant'
  | 'getApproval'
>;

/** Told what anybody did to databases, and when that was heard where it is not now. */
export type OnNews = (news: DatabaseNews, heardAt?: number) => void;

/** One caller, as every request that it sends shows it. */
export interface Identity {
  /** Tells callers apart; neither secret nor shown. */
  readonly key: string;
  /** Whose databases it has, where that is known: news of them are told. */
  readonly account: () => string | null;
  /** Those who share what one place may keep open: the network that the request came from. */
  readonly group: string;
  readonly operations: Operations;
  readonly reach: Reach;
}

/** All that an identity may be read from. */
export interface IdentityRequest {
  readonly authorization: string | undefined;
  readonly address: string;
  /** True when the peer is this machine itself, with no proxy between that says otherwise. */
  readonly isLocal: boolean;
  /** The address and port that the request came to: what a credential for this place alone is bound to. */
  readonly audience: string;
  /** What the host calls itself; said by itself, so it proves nothing. */
  readonly clientName: string;
  /** True for a message that begins a session of the protocol, which is then counted as a call. */
  readonly begins: boolean;
  /** Whether the connection wants to read alone, whatever its credential may. */
  readonly readOnly: boolean;
}

export interface Identified extends Omit<Identity, 'reach'> {
  readonly readOnly: boolean;
  /** True for a host that its user lets read alone by OAuth, and that can ask them for writing too. */
  readonly canAskToWrite: boolean;
}

/** THE seam between a request and a caller; tools know no credential. @throws SvcError for a credential that is missing or bad */
export type Identify = (request: IdentityRequest) => Promise<Identified>;
