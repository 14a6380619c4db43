/** A login of one database. Everything a caller runs goes through one of its own database's logins. */
export interface Login {
  /** A name or an address; a customer's server is dialled by the address that was checked. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl?: boolean | object;
}

/** Whose session it is; an endpoint may move, these stay. */
export type LoginName = Pick<Login, 'database' | 'user'> & {
  /** For fairness, where that is somebody else than whose database it is. */
  readonly party?: string;
};
