/** Who is asking. Everything a caller owns hangs on `ownerId`; rights are checked on `access`. */
export type Caller =
  | {
      readonly kind: 'anonymous';
      readonly ownerId: string;
      readonly access: Access;
      /** The token in plain text, only on the call that minted it. */
      readonly token: string;
    }
  /** Somebody who is signed in. */
  | { readonly kind: 'session'; readonly ownerId: string; readonly access: Access }
  | { readonly kind: 'account_key'; readonly ownerId: string; readonly access: Access };

export type Access = 'read' | 'write';
