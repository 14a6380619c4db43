import type { ColumnType } from 'kysely';
import type { AuditEvent } from '../contract/audit.ts';
import type { KeyType } from '../contract/keys.ts';
import type { ImportError, ImportPhase, ImportProgress, PackId } from '../contract/packs.ts';
import type { SignInMethod } from '../contract/sign-in.ts';
import type { GrantedTable, LostPart } from '../engines/engine.ts';

type Timestamp = ColumnType<Date, Date, Date>;
type CreatedAt = ColumnType<Date, Date | undefined, Date>;

/** The control plane, as the migrations leave it. */
export interface ControlPlane {
  account: {
    /** Owns databases, as an anonymous session does. */
    id: string;
    /** `local`: the owner of the machine that the service runs on, of whom there is one. `person`: somebody who signed in. */
    kind: 'local' | 'person';
    name: string | null;
    created_at: CreatedAt;
  };
  /** Addresses that were shown to be their account's, in lower case. */
  account_email: {
    email: string;
    account_id: string;
    verified_at: CreatedAt;
  };
  /** Who an account is at a provider that it signs in with. */
  account_identity: {
    provider: string;
    /** The provider's own, which stays when names and addresses change. */
    subject: string;
    account_id: string;
    created_at: CreatedAt;
  };
  account_key: {
    id: string;
    account_id: string;
    /** HMAC-SHA256 of the key, hex. */
    hash: string;
    /** `owner`: the key in the data folder of a service's owner, which is neither listed nor revoked. */
    type: ColumnType<KeyType | 'owner', KeyType | 'owner', never>;
    last4: string;
    name: string | null;
    access: 'read' | 'write';
    /** Of an agent's key: who confirms what it previews; null is the agent. */
    confirm: 'agent' | 'owner' | null;
    /** Of a publishable key: its database, and the origins whose pages may send it. */
    db_id: string | null;
    origins: string[] | null;
    /** Of an agent's key. */
    mcp_host: string | null;
    device_id: string | null;
    /** Of an agent's key: the databases that it reaches; null is all of the account. */
    db_ids: string[] | null;
    /** Of an agent's key that a device made for a host on it: the key of the device, with which it ends. */
    made_by: string | null;
    created_at: CreatedAt;
    last_used_at: Timestamp | null;
    revoked_at: Timestamp | null;
  };
  /** What accounts did; only ever added to. */
  audit_event: {
    /** UUIDv7: events sort by it. */
    id: string;
    account_id: string;
    at: Timestamp;
    action: AuditEvent['action'];
    actor: AuditEvent['actor'];
    key_id: string | null;
    subject: string;
    details: ColumnType<Record<string, unknown>, string, never>;
    request_id: string;
    address: string | null;
    surface: string;
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
    /** Whether it is written, too; what is connected only when that was asked for. */
    access: ColumnType<'read' | 'write', 'read' | 'write' | undefined>;
    preset: string | null;
    /** Of one that is hosted on PostgreSQL: the server that it is on, `main` for the control plane's own. */
    server: ColumnType<string, string | undefined>;
    /** The most that a model provider is told of its values; null leaves it to the deployment. */
    privacy: 'none' | 'hits' | 'samples' | null;
    state: 'provisioning' | 'ready' | 'deleting';
    created_at: CreatedAt;
    last_queried_at: Timestamp | null;
  };
  /** What whoever runs the service said of one account or anonymous session, in place of what holds for all. */
  tenant_rule: {
    owner_id: string;
    /** Its calls are refused since then. */
    blocked_at: Timestamp | null;
    blocked_reason: string | null;
    /** Null leaves each to the deployment; 0 is no limit. */
    databases_max: number | null;
    /** int8 as text. */
    bytes_max: ColumnType<string | null, number | null, number | null>;
    statements_max: number | null;
    changed_at: Timestamp;
  };
  import: {
    /** Random: it is all that looking at the import needs. */
    id: string;
    owner_id: string;
    pack_id: PackId;
    phase: ImportPhase;
    /** Where it goes; null until that is made. */
    db_id: string | null;
    name: string | null;
    /** Whether it goes on by itself once it is an account's. */
    auto: boolean;
    progress: ColumnType<Omit<ImportProgress, 'phase'>, string, string>;
    /** What the phases know by now (`packs/state.ts`). */
    state: ColumnType<unknown, string, string>;
    error: ColumnType<ImportError | null, string | null, string | null>;
    /** Who works on it, while that is so. */
    lease: string | null;
    lease_until: Timestamp | null;
    /** How often its next step was begun by somebody who neither stored it nor gave it back since. */
    attempts: ColumnType<number, number | undefined, number>;
    created_at: CreatedAt;
    updated_at: CreatedAt;
    expires_at: Timestamp;
  };
  /** A file of an import's source, or one that a phase has made of these. */
  import_file: {
    import_id: string;
    no: number;
    name: string;
    /** Where it is fetched from, sealed. */
    url: string | null;
    /** Null until it is known; int8 as text. */
    bytes: ColumnType<string | null, number | null, number | null>;
    received: ColumnType<string, number | undefined, number>;
  };
  /** A piece of a file, from the byte `at` on. */
  import_part: {
    import_id: string;
    file_no: number;
    at: ColumnType<string, number, number>;
    bytes: Buffer;
  };
  /** Who makes the vectors of an agent memory now. */
  vector_lease: {
    db_id: string;
    holder: string;
    until: Date;
  };
  /** How a connected database is reached. */
  connection: {
    db_id: string;
    /** The URL, sealed for its database. */
    sealed: string;
  };
  /** A write to a connected database, for which nothing is left there. */
  connected_write: {
    scope: string;
    key: string;
    fingerprint: string;
    db_id: string;
    /** `executing`: its commit is about to be sent, or was. */
    state: 'started' | 'executing' | 'done';
    /** Whose it is: who comes later and takes over has another. */
    attempt: string;
    /** There while `executing`: where the commit goes, and the number of the transaction there. */
    server: string | null;
    transaction: string | null;
    /** What a retry gets once it is known that the write was committed. */
    reply: string | null;
    lease_until: Date;
    created_at: CreatedAt;
  };
  /** Tables of one account's database that another account may read. */
  data_grant: {
    id: string;
    /** Who gave it, and whose database it is. */
    account_id: string;
    /** Of a grant to an address that nobody has signed in with, an id that is no account's yet. */
    grantee_id: string;
    grantee_email: string | null;
    db_id: string;
    /** As they were named. */
    scope: string[];
    /** By table, the condition that its rows have to meet, as it was given. */
    row_filters: ColumnType<Record<string, string> | null, string, never>;
    mask: ColumnType<Record<string, string[]> | null, string, never>;
    price_model: string | null;
    /** What the engine made of it: never changed, so that nothing is ever added. */
    tables: ColumnType<GrantedTable[], string, never>;
    /** What it showed once and does not any more; the login is the grant's own. */
    lost: ColumnType<LostPart[] | null, string | null, string>;
    /** `making`: the engine may have something of it, and nobody uses it yet. `ended`: the engine has nothing of it any more. */
    state: 'making' | 'active' | 'ended';
    created_at: CreatedAt;
    revoked_at: Timestamp | null;
  };
  /** One request that used a grant. */
  grant_use: {
    id: string;
    grant_id: string;
    at: Timestamp;
    rows: string;
  };
  /** Sums of uses that were folded into their day. */
  grant_usage: {
    grant_id: string;
    day: string;
    queries: string;
    rows: string;
  };
  /** Keys of model providers, one an account. */
  byollm_key: {
    account_id: string;
    provider: string;
    model: string;
    last4: string;
    /** The key, sealed for its account. */
    sealed: string;
    updated_at: Timestamp;
  };
  /** Browsers that are signed in. */
  web_session: {
    /** UUIDv7. */
    id: string;
    account_id: string;
    /** HMAC-SHA256 of the cookie's value, hex. */
    hash: string;
    method: SignInMethod;
    agent: string | null;
    address: string | null;
    created_at: CreatedAt;
    last_used_at: Timestamp;
    expires_at: Timestamp;
  };
  /** What agents ask the owner of their account for. */
  approval: {
    /** UUIDv7; of a write, its preview's token is derived from it. */
    id: string;
    account_id: string;
    /** Null where who asked has none: the owner of a service on this machine. */
    key_id: string | null;
    kind: 'write' | 'grant';
    db_id: string;
    goal: string | null;
    /** Whose rows of an agent memory it is about. */
    scope: ColumnType<unknown, string | null, string | null>;
    /** The diff of a write; the request for a grant. */
    shown: ColumnType<unknown, string, string>;
    /** Of its preview; null for a grant. */
    token_hash: string | null;
    state: 'waiting' | 'approved' | 'refused' | 'done';
    outcome: ColumnType<unknown, string | null, string | null>;
    created_at: CreatedAt;
    expires_at: Timestamp;
    decided_at: Timestamp | null;
  };
  /** Devices that ask for a key of somebody's account. */
  device_request: {
    /** UUIDv7. */
    id: string;
    /** HMAC-SHA256 of what the device has, and of what its user types, hex. */
    device_hash: string;
    user_hash: string;
    /** As it names itself. */
    device: string;
    access: 'read' | 'write';
    address: string | null;
    state: 'waiting' | 'approved' | 'refused';
    /** Who approved or refused it. */
    account_id: string | null;
    /** Seconds that have to lie between two of its questions, and when the last one came. */
    interval_seconds: number;
    asked_at: Timestamp | null;
    created_at: CreatedAt;
    expires_at: Timestamp;
  };
  /** What counts once and not for long: sign-in links, and sign-ins that are under way at a provider. */
  one_time_token: {
    /** HMAC-SHA256 of the token, hex. */
    hash: string;
    purpose: string;
    data: ColumnType<Record<string, unknown>, string, never>;
    expires_at: Timestamp;
  };
  /** Agent hosts, as the OAuth server knows them. */
  agent_client: {
    /** Made here or, of one that publishes its metadata, where. */
    id: string;
    name: string | null;
    uri: string | null;
    redirect_uris: string[];
    /** When a published document is to be looked at again; null of one that was registered here. */
    stale_at: Timestamp | null;
    created_at: CreatedAt;
    used_at: Timestamp;
  };
  /** What an agent host was granted: the key that its tokens stand for, and which of its tokens count. */
  agent_grant: {
    id: string;
    key_id: string;
    client_id: string;
    /** The resource that its tokens are for (RFC 8707). */
    resource: string;
    /** How often its refresh token was rotated, and when last. */
    generation: number;
    rotated_at: Timestamp;
    created_at: CreatedAt;
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
  /** Writes to engines without transactions: begun, executing, or, with a reply, done. */
  engine_write: {
    db_id: string;
    scope: string;
    key: string;
    fingerprint: string;
    /** Which try has it; until when, unless it says again that it is alive. */
    holder: string;
    held_until: Timestamp;
    /** What is about to be done; null while nothing is. */
    executing: ColumnType<unknown, string | null, string>;
    reply: string | null;
    /** When it was begun, and then when it was last about to be done. */
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
    key_id: string | null;
    failed: boolean;
    thread: string | null;
  };
  call_count: {
    account_id: string;
    /** The id of a key; empty for who was signed in. */
    caller: string;
    day: Timestamp;
    calls: string;
    failed: string;
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
