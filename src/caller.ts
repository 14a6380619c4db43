/** Who is asking. Everything a caller owns hangs on `ownerId`; rights are checked on `access`, and by kind in `rights.ts`. */
export type Caller =
  | {
      readonly kind: 'anonymous';
      readonly ownerId: string;
      readonly access: Access;
      /** The token in plain text, only on the call that minted it. */
      readonly token: string;
    }
  /** Somebody who is signed in: by the cookie of a browser, or, as the owner of this machine's service, by reading a file of it. */
  | {
      readonly kind: 'session';
      readonly ownerId: string;
      readonly access: Access;
      /** Null for who is known by the file. */
      readonly sessionId: string | null;
    }
  /** A program of the account. */
  | {
      readonly kind: 'account_key';
      readonly ownerId: string;
      readonly access: Access;
      readonly keyId: string;
      /** The device that somebody signed in, which holds the key. */
      readonly deviceId: string | null;
    }
  /** An agent host of it on one device. */
  | {
      readonly kind: 'agent_key';
      readonly ownerId: string;
      readonly access: Access;
      readonly keyId: string;
      /** Who confirms what it previews: itself, or the account's owner alone. */
      readonly confirm: 'agent' | 'owner';
      /** The databases that it reaches; null is all of the account. */
      readonly databases: readonly string[] | null;
    }
  /** Everybody who can read a page: reads of one database of the account, and nothing else. */
  | {
      readonly kind: 'publishable_key';
      readonly ownerId: string;
      readonly access: 'read';
      readonly keyId: string;
      readonly dbId: string;
    };

export type Access = 'read' | 'write';

/** The key that a request came with; null where it came with none. */
export const keyIdOf = (caller: Caller): string | null => ('keyId' in caller ? caller.keyId : null);

/** The key or the browser's session that a request came with: what is revoked, and then ends what runs with it. */
export const credentialIdOf = (caller: Caller): string | null => (caller.kind === 'session' ? caller.sessionId : keyIdOf(caller));
