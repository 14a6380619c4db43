import type { ColumnType } from 'kysely';

type Timestamp = ColumnType<Date, Date, Date>;
type CreatedAt = ColumnType<Date, Date | undefined, Date>;

/** The control plane, as the migrations leave it. */
export interface ControlPlane {
  account: {
    /** Owns databases, as an anonymous session does. */
    id: string;
    /** `local`: the owner of the machine that the service runs on, of whom there is one. */
    kind: 'local';
    name: string | null;
    created_at: CreatedAt;
  };
  account_key: {
    id: string;
    account_id: string;
    /** HMAC-SHA256 of the key, hex. */
    hash: string;
    last4: string;
    name: string | null;
    access: 'read' | 'write';
    created_at: CreatedAt;
    revoked_at: Timestamp | null;
  };
  anonymous_session: {
    /** Owns whatever the session makes. */
    id: string;
    /** HMAC-SHA256 of the token, hex. */
    token_hash: string;
    created_at: CreatedAt;
    expires_at: Timestamp;
    /** Calls left; null is no limit. */
    remaining: number | null;
    /** The request that met the empty budget. */
    saved_prompt: string | null;
    /** The account that its databases went to, and which these were. */
    adopted_by: ColumnType<string | null, undefined, string>;
    adopted_databases: ColumnType<string[] | null, undefined, string[]>;
  };
  database: {
    id: string;
    owner_id: string;
    slug: string;
    name: string;
    engine: 'postgres' | 'clickhouse';
    origin: 'hosted' | 'connected';
    preset: string | null;
    /** The most that a model provider is told of its values; null leaves it to the deployment. */
    privacy: 'none' | 'hits' | 'samples' | null;
    state: 'provisioning' | 'ready' | 'deleting';
    created_at: CreatedAt;
    last_queried_at: Timestamp | null;
  };
  /** What holds for every service of this control plane. */
  deployment: {
    fact: string;
    value: string;
  };
  idempotency: {
    scope: string;
    key: string;
    fingerprint: string;
    /** Null while the request runs, and for good when its reply lives in the hosted database with the write. */
    reply: string | null;
    reply_status: number | null;
    /** The hosted database that the write is for; null for a change of the control plane. */
    db_id: string | null;
    lease_until: Timestamp;
    created_at: CreatedAt;
  };
  /** Plans that answered a question, for the same owner's same question about the same database. */
  known_plan: {
    owner_id: string;
    db_id: string;
    /** SHA-256 over the template's segments. */
    template_hash: string;
    known: ColumnType<unknown, string, string>;
    kept_at: CreatedAt;
  };
  /** What was asked and what came of it, for its owner. */
  trace: {
    /** The request's id. */
    id: string;
    owner_id: string;
    db_id: string;
    receipt: string;
    created_at: CreatedAt;
  };
  /** The last answered question of a thread, which a follow-up is read with. */
  thread_question: {
    owner_id: string;
    db_id: string;
    thread: string;
    question: string;
    expires_at: Timestamp;
  };
  chat_message: {
    /** UUIDv7: messages sort by it. */
    id: string;
    owner_id: string;
    db_id: string;
    /** The message as JSON text. */
    message: string;
  };
  /** What the words of a business mean, as JSON text. */
  glossary: {
    db_id: string;
    glossary: string;
  };
  preview: {
    token_hash: string;
    /** SHA-256 over caller, database and request. */
    binding: string;
    plan: ColumnType<unknown, string, string>;
    fingerprint: string;
    /** What the write was shown to do: contents, where it once was keys. */
    affected_keys: string;
    /** Null for what was held before this was kept. */
    db_id: string | null;
    /** The idempotency key of the confirm that took it; null while nobody has. */
    taken_by: string | null;
    model: string;
    expires_at: Timestamp;
  };
}
