import { DEFAULT_MIGRATION_TABLE, type Kysely, type Migration, Migrator, sql } from 'kysely';
import { packageFacts } from '../version.ts';
import type { ControlPlane } from './tables.ts';

export const CONTROL_SCHEMA = 'svc_control';
const MIGRATION_LOCK = 7_305_000;

/** Forward only: a migration that has landed is never edited; the next one corrects it, under a name that sorts after all before it. */
const MIGRATIONS: Record<string, Migration> = {
  '2026-11-21-foundation': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema
        .createTable('anonymous_session')
        .addColumn('id', 'uuid', (c) => c.primaryKey())
        .addColumn('token_hash', 'text', (c) => c.notNull().unique())
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
        .addColumn('remaining', 'integer')
        .addColumn('saved_prompt', 'text')
        .execute();
      await schema
        .createTable('database')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('owner_id', 'uuid', (c) => c.notNull())
        .addColumn('slug', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('engine', 'text', (c) => c.notNull())
        .addColumn('origin', 'text', (c) => c.notNull())
        .addColumn('preset', 'text')
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .addColumn('last_queried_at', 'timestamptz')
        .execute();
      await schema.createIndex('database_owner').on('database').columns(['owner_id', 'created_at', 'id']).execute();
      await schema
        .createTable('idempotency')
        .addColumn('scope', 'text', (c) => c.notNull())
        .addColumn('key', 'text', (c) => c.notNull())
        .addColumn('fingerprint', 'text', (c) => c.notNull())
        .addColumn('reply', 'text')
        .addColumn('reply_status', 'integer')
        .addColumn('lease_until', 'timestamptz', (c) => c.notNull())
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .addPrimaryKeyConstraint('idempotency_pkey', ['scope', 'key'])
        .execute();
      await schema.createIndex('idempotency_created').on('idempotency').column('created_at').execute();
      await schema
        .createTable('preview')
        .addColumn('token_hash', 'text', (c) => c.primaryKey())
        .addColumn('binding', 'text', (c) => c.notNull().unique())
        .addColumn('plan', 'jsonb', (c) => c.notNull())
        .addColumn('fingerprint', 'text', (c) => c.notNull())
        .addColumn('affected_keys', 'text', (c) => c.notNull())
        .addColumn('model', 'text', (c) => c.notNull())
        .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
        .execute();
    },
  },
  '2026-11-21-where-a-reply-lies': {
    async up(db) {
      await db.schema.withSchema(CONTROL_SCHEMA).alterTable('idempotency').addColumn('db_id', 'text').execute();
    },
  },
  '2026-11-21-known-plans': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema
        .createTable('known_plan')
        .addColumn('owner_id', 'uuid', (c) => c.notNull())
        .addColumn('db_id', 'text', (c) => c.notNull().references(`${CONTROL_SCHEMA}.database.id`).onDelete('cascade'))
        .addColumn('template_hash', 'text', (c) => c.notNull())
        .addColumn('known', 'jsonb', (c) => c.notNull())
        .addColumn('kept_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .addPrimaryKeyConstraint('known_plan_pkey', ['owner_id', 'db_id', 'template_hash'])
        .execute();
    },
  },
  '2026-11-21-what-models-are-told': {
    async up(db) {
      await db.schema.withSchema(CONTROL_SCHEMA).alterTable('database').addColumn('privacy', 'text').execute();
    },
  },
  '2026-11-22-accounts': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema
        .createTable('account')
        .addColumn('id', 'uuid', (c) => c.primaryKey())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('name', 'text')
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .execute();
      await schema.createIndex('account_local').on('account').column('kind').unique().where(sql.ref('kind'), '=', 'local').execute();
      await schema
        .createTable('account_key')
        .addColumn('id', 'uuid', (c) => c.primaryKey())
        .addColumn('account_id', 'uuid', (c) => c.notNull().references(`${CONTROL_SCHEMA}.account.id`).onDelete('cascade'))
        .addColumn('hash', 'text', (c) => c.notNull().unique())
        .addColumn('last4', 'text', (c) => c.notNull())
        .addColumn('name', 'text')
        .addColumn('access', 'text', (c) => c.notNull())
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .addColumn('revoked_at', 'timestamptz')
        .execute();
      await schema
        .createTable('deployment')
        .addColumn('fact', 'text', (c) => c.primaryKey())
        .addColumn('value', 'text', (c) => c.notNull())
        .execute();
      await schema.alterTable('anonymous_session').addColumn('adopted_by', 'uuid').addColumn('adopted_databases', sql`text[]`).execute();
    },
  },
  '2026-11-22-preview-tokens': {
    async up(db) {
      await db.schema.withSchema(CONTROL_SCHEMA).alterTable('preview').addColumn('db_id', 'text').addColumn('taken_by', 'text').execute();
    },
  },
  '2026-11-22-receipts': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema
        .createTable('trace')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('owner_id', 'uuid', (c) => c.notNull())
        .addColumn('db_id', 'text', (c) => c.notNull().references(`${CONTROL_SCHEMA}.database.id`).onDelete('cascade'))
        .addColumn('receipt', 'text', (c) => c.notNull())
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .execute();
      await schema.createIndex('trace_created').on('trace').column('created_at').execute();
      await schema.createIndex('trace_database').on('trace').column('db_id').execute();
    },
  },
  '2026-11-22-what-was-said': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema
        .createTable('thread_question')
        .addColumn('owner_id', 'uuid', (c) => c.notNull())
        .addColumn('db_id', 'text', (c) => c.notNull().references(`${CONTROL_SCHEMA}.database.id`).onDelete('cascade'))
        .addColumn('thread', 'text', (c) => c.notNull())
        .addColumn('question', 'text', (c) => c.notNull())
        .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
        .addPrimaryKeyConstraint('thread_question_pkey', ['owner_id', 'thread', 'db_id'])
        .execute();
      await schema.createIndex('thread_question_database').on('thread_question').column('db_id').execute();
      await schema
        .createTable('chat_message')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('owner_id', 'uuid', (c) => c.notNull())
        .addColumn('db_id', 'text', (c) => c.notNull().references(`${CONTROL_SCHEMA}.database.id`).onDelete('cascade'))
        .addColumn('message', 'text', (c) => c.notNull())
        .execute();
      await schema.createIndex('chat_message_chat').on('chat_message').columns(['db_id', 'owner_id', 'id']).execute();
      await schema
        .createTable('glossary')
        .addColumn('db_id', 'text', (c) => c.primaryKey().references(`${CONTROL_SCHEMA}.database.id`).onDelete('cascade'))
        .addColumn('glossary', 'text', (c) => c.notNull())
        .execute();
    },
  },
  '2026-11-22-who-holds-keys': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema
        .alterTable('account_key')
        .addColumn('type', 'text', (c) => c.notNull().defaultTo('sk_live'))
        .addColumn('db_id', 'text', (c) => c.references(`${CONTROL_SCHEMA}.database.id`).onDelete('cascade'))
        .addColumn('origins', sql`text[]`)
        .addColumn('mcp_host', 'text')
        .addColumn('device_id', 'text')
        .addColumn('last_used_at', 'timestamptz')
        .execute();
      // Until now every key was that of an owner's data folder.
      await sql`UPDATE ${sql.table(`${CONTROL_SCHEMA}.account_key`)} SET type = 'owner'`.execute(db);
      await schema.createIndex('account_key_account').on('account_key').columns(['account_id', 'id']).execute();
      await schema.createIndex('account_key_database').on('account_key').column('db_id').execute();
      await sql`CREATE INDEX account_key_origins ON ${sql.table(`${CONTROL_SCHEMA}.account_key`)} USING gin (origins) WHERE revoked_at IS NULL`.execute(
        db,
      );
    },
  },
  '2026-11-22-who-is-called-what': {
    async up(db) {
      const table = sql.table(`${CONTROL_SCHEMA}.database`);
      // Until now two could be called the same; the older keeps the name, the other gets what sets its id apart.
      await sql`UPDATE ${table} SET slug = slug || '_' || right(id, 8) WHERE id IN (
        SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY owner_id, slug ORDER BY created_at, id) AS number FROM ${table}) AS named
        WHERE number > 1)`.execute(db);
      await db.schema
        .withSchema(CONTROL_SCHEMA)
        .createIndex('database_slug')
        .on('database')
        .columns(['owner_id', 'slug'])
        .unique()
        .execute();
    },
  },
  '2026-11-22-with-what-accounts-did': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema
        .createTable('audit_event')
        .addColumn('id', 'uuid', (c) => c.primaryKey())
        .addColumn('account_id', 'uuid', (c) => c.notNull())
        .addColumn('at', 'timestamptz', (c) => c.notNull())
        .addColumn('action', 'text', (c) => c.notNull())
        .addColumn('actor', 'text', (c) => c.notNull())
        .addColumn('key_id', 'text')
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('details', 'jsonb', (c) => c.notNull())
        .addColumn('request_id', 'text', (c) => c.notNull())
        .addColumn('address', 'text')
        .addColumn('surface', 'text', (c) => c.notNull())
        .execute();
      await schema.createIndex('audit_event_account').on('audit_event').columns(['account_id', 'id']).execute();
      const table = sql.table(`${CONTROL_SCHEMA}.audit_event`);
      const refuse = sql.table(`${CONTROL_SCHEMA}.keep_audit_events`);
      await sql`CREATE FUNCTION ${refuse}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'audit events are neither changed nor removed'; END $$`.execute(db);
      await sql`CREATE TRIGGER keep BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION ${refuse}()`.execute(db);
    },
  },
  '2026-11-22-with-which-provider-keys': {
    async up(db) {
      await db.schema
        .withSchema(CONTROL_SCHEMA)
        .createTable('byollm_key')
        .addColumn('account_id', 'uuid', (c) => c.primaryKey().references(`${CONTROL_SCHEMA}.account.id`).onDelete('cascade'))
        .addColumn('provider', 'text', (c) => c.notNull())
        .addColumn('model', 'text', (c) => c.notNull())
        .addColumn('last4', 'text', (c) => c.notNull())
        .addColumn('sealed', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
        .execute();
    },
  },
  '2026-11-22-with-whom-tables-are-shared': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      // Neither account nor database is referred to: what the engine has of a grant is ended before its row goes, and its usage stays.
      await schema
        .createTable('data_grant')
        .addColumn('id', 'uuid', (c) => c.primaryKey())
        .addColumn('account_id', 'uuid', (c) => c.notNull())
        .addColumn('grantee_id', 'uuid', (c) => c.notNull())
        .addColumn('db_id', 'text', (c) => c.notNull())
        .addColumn('scope', sql`text[]`, (c) => c.notNull())
        .addColumn('row_filters', 'jsonb')
        .addColumn('mask', 'jsonb')
        .addColumn('price_model', 'text')
        .addColumn('tables', 'jsonb', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .addColumn('revoked_at', 'timestamptz')
        .execute();
      await schema.createIndex('data_grant_database').on('data_grant').columns(['db_id', 'grantee_id']).execute();
      await schema.createIndex('data_grant_account').on('data_grant').columns(['account_id', 'id']).execute();
      await schema.createIndex('data_grant_grantee').on('data_grant').columns(['grantee_id', 'id']).execute();
      await schema
        .createTable('grant_use')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('grant_id', 'uuid', (c) => c.notNull().references(`${CONTROL_SCHEMA}.data_grant.id`).onDelete('cascade'))
        .addColumn('at', 'timestamptz', (c) => c.notNull())
        .addColumn('rows', 'bigint', (c) => c.notNull())
        .execute();
      await schema.createIndex('grant_use_grant').on('grant_use').column('grant_id').execute();
      await schema.createIndex('grant_use_at').on('grant_use').column('at').execute();
      await schema
        .createTable('grant_usage')
        .addColumn('grant_id', 'uuid', (c) => c.notNull().references(`${CONTROL_SCHEMA}.data_grant.id`).onDelete('cascade'))
        .addColumn('day', 'date', (c) => c.notNull())
        .addColumn('queries', 'bigint', (c) => c.notNull())
        .addColumn('rows', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('grant_usage_pkey', ['grant_id', 'day'])
        .execute();
    },
  },
  '2026-11-22-with-whose-sign-ins': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema
        .createTable('account_email')
        .addColumn('email', 'text', (c) => c.primaryKey().check(sql`email = lower(email)`))
        .addColumn('account_id', 'uuid', (c) => c.notNull().references(`${CONTROL_SCHEMA}.account.id`).onDelete('cascade'))
        .addColumn('verified_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .execute();
      await schema.createIndex('account_email_account').on('account_email').column('account_id').execute();
      await schema
        .createTable('account_identity')
        .addColumn('provider', 'text', (c) => c.notNull())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('account_id', 'uuid', (c) => c.notNull().references(`${CONTROL_SCHEMA}.account.id`).onDelete('cascade'))
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .addPrimaryKeyConstraint('account_identity_pkey', ['provider', 'subject'])
        .execute();
      await schema.createIndex('account_identity_account').on('account_identity').column('account_id').execute();
      await schema
        .createTable('web_session')
        .addColumn('id', 'uuid', (c) => c.primaryKey())
        .addColumn('account_id', 'uuid', (c) => c.notNull().references(`${CONTROL_SCHEMA}.account.id`).onDelete('cascade'))
        .addColumn('hash', 'text', (c) => c.notNull().unique())
        .addColumn('method', 'text', (c) => c.notNull())
        .addColumn('agent', 'text')
        .addColumn('address', 'text')
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .addColumn('last_used_at', 'timestamptz', (c) => c.notNull())
        .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
        .execute();
      await schema.createIndex('web_session_account').on('web_session').columns(['account_id', 'id']).execute();
      await schema.createIndex('web_session_expires').on('web_session').column('expires_at').execute();
      await schema
        .createTable('one_time_token')
        .addColumn('hash', 'text', (c) => c.primaryKey())
        .addColumn('purpose', 'text', (c) => c.notNull())
        .addColumn('data', 'jsonb', (c) => c.notNull())
        .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
        .execute();
      await schema.createIndex('one_time_token_expires').on('one_time_token').column('expires_at').execute();
    },
  },
  '2026-11-22-without-telling-who-has-accounts': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      // Of a grant to an address: who has it is the grantee, from when they sign in with it.
      await schema.alterTable('data_grant').addColumn('grantee_email', 'text').execute();
      await schema.createIndex('data_grant_email').on('data_grant').column('grantee_email').execute();
    },
  },
  '2026-11-23-what-grants-lost': {
    async up(db) {
      await db.schema.withSchema(CONTROL_SCHEMA).alterTable('data_grant').addColumn('lost', 'jsonb').execute();
    },
  },
  '2026-11-23-with-which-devices-ask': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema
        .createTable('device_request')
        .addColumn('id', 'uuid', (c) => c.primaryKey())
        .addColumn('device_hash', 'text', (c) => c.notNull().unique())
        .addColumn('user_hash', 'text', (c) => c.notNull().unique())
        .addColumn('device', 'text', (c) => c.notNull())
        .addColumn('access', 'text', (c) => c.notNull())
        .addColumn('address', 'text')
        .addColumn('state', 'text', (c) => c.notNull().defaultTo('waiting'))
        .addColumn('account_id', 'uuid', (c) => c.references(`${CONTROL_SCHEMA}.account.id`).onDelete('cascade'))
        .addColumn('interval_seconds', 'integer', (c) => c.notNull())
        .addColumn('asked_at', 'timestamptz')
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
        .execute();
      await schema.createIndex('device_request_expires').on('device_request').column('expires_at').execute();
    },
  },
  '2026-11-23-with-whose-databases': {
    async up(db) {
      await db.schema
        .withSchema(CONTROL_SCHEMA)
        .createTable('connection')
        .addColumn('db_id', 'text', (c) => c.primaryKey().references(`${CONTROL_SCHEMA}.database.id`).onDelete('cascade'))
        .addColumn('sealed', 'text', (c) => c.notNull())
        .execute();
    },
  },
  '2026-11-23-writing-to-whose-databases': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema
        .alterTable('database')
        .addColumn('access', 'text', (c) => c.notNull().defaultTo('write'))
        .execute();
      await sql`UPDATE ${sql.id(CONTROL_SCHEMA, 'database')} SET access = 'read' WHERE origin = 'connected'`.execute(db);
      await schema
        .createTable('connected_write')
        .addColumn('scope', 'text', (c) => c.notNull())
        .addColumn('key', 'text', (c) => c.notNull())
        .addColumn('fingerprint', 'text', (c) => c.notNull())
        .addColumn('db_id', 'text', (c) => c.notNull().references(`${CONTROL_SCHEMA}.database.id`).onDelete('cascade'))
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('attempt', 'uuid', (c) => c.notNull())
        .addColumn('server', 'text')
        .addColumn('transaction', 'text')
        .addColumn('reply', 'text')
        .addColumn('lease_until', 'timestamptz', (c) => c.notNull())
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .addPrimaryKeyConstraint('connected_write_key', ['scope', 'key'])
        .execute();
      await schema.createIndex('connected_write_created').on('connected_write').column('created_at').execute();
    },
  },
  '2026-11-23-without-an-owners-word': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema.alterTable('account_key').addColumn('confirm', 'text').execute();
      await schema
        .createTable('approval')
        .addColumn('id', 'uuid', (c) => c.primaryKey())
        .addColumn('account_id', 'uuid', (c) => c.notNull().references(`${CONTROL_SCHEMA}.account.id`).onDelete('cascade'))
        .addColumn('key_id', 'uuid', (c) => c.notNull().references(`${CONTROL_SCHEMA}.account_key.id`).onDelete('cascade'))
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('db_id', 'text', (c) => c.notNull())
        .addColumn('goal', 'text')
        .addColumn('scope', 'jsonb')
        .addColumn('shown', 'jsonb', (c) => c.notNull())
        .addColumn('token_hash', 'text', (c) => c.unique())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('outcome', 'jsonb')
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
        .addColumn('decided_at', 'timestamptz')
        .execute();
      await schema.createIndex('approval_account').on('approval').columns(['account_id', 'id']).execute();
      await schema.createIndex('approval_expires').on('approval').column('expires_at').execute();
    },
  },
  '2026-11-23-without-knowing-hosts-by-oauth': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema.alterTable('account_key').addColumn('db_ids', sql`text[]`).execute();
      await schema
        .createTable('agent_client')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('name', 'text')
        .addColumn('uri', 'text')
        .addColumn('redirect_uris', sql`text[]`, (c) => c.notNull())
        .addColumn('stale_at', 'timestamptz')
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .addColumn('used_at', 'timestamptz', (c) => c.notNull())
        .execute();
      await schema.createIndex('agent_client_used').on('agent_client').column('used_at').execute();
      await schema
        .createTable('agent_grant')
        .addColumn('id', 'uuid', (c) => c.primaryKey())
        .addColumn('key_id', 'uuid', (c) => c.notNull().references(`${CONTROL_SCHEMA}.account_key.id`).onDelete('cascade'))
        .addColumn('client_id', 'text', (c) => c.notNull())
        .addColumn('resource', 'text', (c) => c.notNull())
        .addColumn('generation', 'integer', (c) => c.notNull())
        .addColumn('rotated_at', 'timestamptz', (c) => c.notNull())
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .execute();
      await schema.createIndex('agent_grant_key').on('agent_grant').column('key_id').execute();
      await schema.createIndex('agent_grant_client').on('agent_grant').column('client_id').execute();
    },
  },
  '2026-11-23-without-packs': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema
        .createTable('import')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('owner_id', 'uuid', (c) => c.notNull())
        .addColumn('pack_id', 'text', (c) => c.notNull())
        .addColumn('phase', 'text', (c) => c.notNull())
        .addColumn('db_id', 'text')
        .addColumn('name', 'text')
        .addColumn('auto', 'boolean', (c) => c.notNull())
        .addColumn('progress', 'jsonb', (c) => c.notNull())
        .addColumn('state', 'jsonb', (c) => c.notNull())
        .addColumn('error', 'jsonb')
        .addColumn('lease', 'uuid')
        .addColumn('lease_until', 'timestamptz')
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .addColumn('updated_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
        .execute();
      await schema.createIndex('import_owner').on('import').column('owner_id').execute();
      await schema.createIndex('import_expires').on('import').column('expires_at').execute();
      await schema
        .createTable('import_file')
        .addColumn('import_id', 'text', (c) => c.notNull().references(`${CONTROL_SCHEMA}.import.id`).onDelete('cascade'))
        .addColumn('no', 'integer', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('url', 'text')
        .addColumn('bytes', 'bigint')
        .addColumn('received', 'bigint', (c) => c.notNull().defaultTo(0))
        .addPrimaryKeyConstraint('import_file_pkey', ['import_id', 'no'])
        .execute();
      await schema
        .createTable('import_part')
        .addColumn('import_id', 'text', (c) => c.notNull())
        .addColumn('file_no', 'integer', (c) => c.notNull())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('bytes', 'bytea', (c) => c.notNull())
        .addPrimaryKeyConstraint('import_part_pkey', ['import_id', 'file_no', 'at'])
        .addForeignKeyConstraint(
          'import_part_file_fkey',
          ['import_id', 'file_no'],
          `${CONTROL_SCHEMA}.import_file`,
          ['import_id', 'no'],
          (c) => c.onDelete('cascade'),
        )
        .execute();
      // Compressing costs more than it saves for what is read twice and then gone.
      await sql`ALTER TABLE ${sql.table(`${CONTROL_SCHEMA}.import_part`)} ALTER COLUMN bytes SET STORAGE EXTERNAL`.execute(db);
    },
  },
  '2026-11-23-without-transactions': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema
        .createTable('engine_write')
        .addColumn('db_id', 'text', (c) => c.notNull())
        .addColumn('scope', 'text', (c) => c.notNull())
        .addColumn('key', 'text', (c) => c.notNull())
        .addColumn('fingerprint', 'text', (c) => c.notNull())
        .addColumn('holder', 'text', (c) => c.notNull())
        .addColumn('held_until', 'timestamptz', (c) => c.notNull())
        .addColumn('executing', 'jsonb')
        .addColumn('reply', 'text')
        .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
        .addPrimaryKeyConstraint('engine_write_pkey', ['db_id', 'scope', 'key'])
        .execute();
      await schema.createIndex('engine_write_created').on('engine_write').column('created_at').execute();
    },
  },
  '2026-11-24-with-imports-that-end-the-service': {
    async up(db) {
      await db.schema
        .withSchema(CONTROL_SCHEMA)
        .alterTable('import')
        .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
    },
  },
  '2026-11-24-without-keys-of-devices': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema
        .alterTable('account_key')
        .addColumn('made_by', 'uuid', (c) => c.references(`${CONTROL_SCHEMA}.account_key.id`).onDelete('cascade'))
        .execute();
      await schema.createIndex('account_key_made_by').on('account_key').column('made_by').execute();
    },
  },
  '2026-11-24-without-vector-leases': {
    async up(db) {
      await db.schema
        .withSchema(CONTROL_SCHEMA)
        .createTable('vector_lease')
        .addColumn('db_id', 'text', (c) => c.primaryKey().references(`${CONTROL_SCHEMA}.database.id`).onDelete('cascade'))
        .addColumn('holder', 'uuid', (c) => c.notNull())
        .addColumn('until', 'timestamptz', (c) => c.notNull())
        .execute();
    },
  },
  '2026-11-25-with-what-operators-say': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema
        .createTable('tenant_rule')
        .addColumn('owner_id', 'uuid', (c) => c.primaryKey())
        .addColumn('blocked_at', 'timestamptz')
        .addColumn('blocked_reason', 'text')
        .addColumn('databases_max', 'integer')
        .addColumn('bytes_max', 'bigint')
        .addColumn('statements_max', 'integer')
        .addColumn('changed_at', 'timestamptz', (c) => c.notNull())
        .execute();
      await schema.createIndex('tenant_rule_changed').on('tenant_rule').column('changed_at').execute();
    },
  },
  '2026-11-25-without-counts-of-calls': {
    async up(db) {
      const schema = db.schema.withSchema(CONTROL_SCHEMA);
      await schema
        .alterTable('trace')
        .addColumn('key_id', 'uuid')
        .addColumn('failed', 'boolean', (c) => c.notNull().defaultTo(false))
        .addColumn('thread', 'text')
        .execute();
      await schema.createIndex('trace_owner').on('trace').columns(['owner_id', 'id']).execute();
      await schema.createIndex('trace_thread').on('trace').columns(['owner_id', 'thread', 'id']).where('thread', 'is not', null).execute();
      await schema.createIndex('trace_key').on('trace').columns(['key_id', 'id']).where('key_id', 'is not', null).execute();
      await schema
        .createTable('call_count')
        .addColumn('account_id', 'uuid', (c) => c.notNull().references(`${CONTROL_SCHEMA}.account.id`).onDelete('cascade'))
        .addColumn('caller', 'text', (c) => c.notNull())
        .addColumn('day', 'date', (c) => c.notNull())
        .addColumn('calls', 'bigint', (c) => c.notNull())
        .addColumn('failed', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('call_count_pk', ['account_id', 'caller', 'day'])
        .execute();
    },
  },
  '2026-11-25-without-news-of-databases': {
    async up(db) {
      const [database, grant] = [sql.table(`${CONTROL_SCHEMA}.database`), sql.table(`${CONTROL_SCHEMA}.data_grant`)];
      const [tell, ofDatabase, ofGrant] = ['tell_account', 'tell_of_database', 'tell_of_grant'].map((name) =>
        sql.table(`${CONTROL_SCHEMA}.${name}`),
      );
      await sql`CREATE FUNCTION ${tell}(account uuid) RETURNS void LANGUAGE sql AS $$
        SELECT pg_notify('svc_database_news', json_build_object('account', account, 'db', NULL, 'tables', NULL,
          'at', extract(epoch FROM clock_timestamp()))::text) WHERE account IS NOT NULL $$`.execute(db);
      await sql`CREATE FUNCTION ${ofDatabase}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM ${tell}(account) FROM (SELECT NEW.owner_id UNION SELECT OLD.owner_id
            UNION SELECT grantee_id FROM ${grant} WHERE db_id = NEW.id AND state = 'active' AND revoked_at IS NULL) AS those(account);
          RETURN NULL;
        END $$`.execute(db);
      await sql`CREATE TRIGGER tell AFTER UPDATE OF state, name, slug, owner_id ON ${database} FOR EACH ROW
        WHEN ((OLD.state = 'ready' OR NEW.state = 'ready')
          AND (OLD.state, OLD.name, OLD.slug, OLD.owner_id) IS DISTINCT FROM (NEW.state, NEW.name, NEW.slug, NEW.owner_id))
        EXECUTE FUNCTION ${ofDatabase}()`.execute(db);
      await sql`CREATE FUNCTION ${ofGrant}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM ${tell}(account) FROM (SELECT NEW.grantee_id UNION SELECT OLD.grantee_id) AS those(account);
          RETURN NULL;
        END $$`.execute(db);
      await sql`CREATE TRIGGER tell AFTER UPDATE OF state, revoked_at, grantee_id, lost ON ${grant} FOR EACH ROW
        EXECUTE FUNCTION ${ofGrant}()`.execute(db);
    },
  },
  '2026-11-25-without-several-servers': {
    async up(db) {
      await db.schema
        .withSchema(CONTROL_SCHEMA)
        .alterTable('database')
        .addColumn('server', 'text', (c) => c.notNull().defaultTo('main'))
        .execute();
    },
  },
  '2026-11-25-without-what-owners-ask': {
    async up(db) {
      await db.schema
        .withSchema(CONTROL_SCHEMA)
        .alterTable('approval')
        .alterColumn('key_id', (c) => c.dropNotNull())
        .execute();
    },
  },
};

/**
 * Brings the control plane up to date, or to the migration of this name; services that start at once wait for each other on an advisory lock.
 * @throws Error for one that a newer version has migrated; nothing of it is changed
 */
export async function migrate(db: Kysely<ControlPlane>, to?: string): Promise<void> {
  await db.connection().execute(async (session) => {
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK}::bigint)`.execute(session);
    try {
      requireNoneNewer(await appliedIn(session));
      await sql`CREATE SCHEMA IF NOT EXISTS ${sql.id(CONTROL_SCHEMA)}`.execute(session);
      await sql`REVOKE ALL ON SCHEMA ${sql.id(CONTROL_SCHEMA)} FROM PUBLIC`.execute(session);
      const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS }, migrationTableSchema: CONTROL_SCHEMA });
      const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
      if (error) throw error;
    } finally {
      await sql`SELECT pg_advisory_unlock(${MIGRATION_LOCK}::bigint)`.execute(session);
    }
  });
}

/** In the order in which they run. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS).sort();

/** For who works on it beside the services. @throws Error for a control plane that is not exactly this version's */
export async function requireUpToDate(db: Kysely<ControlPlane>): Promise<void> {
  requireApplied(await appliedIn(db));
}

/** By the names of its migrations. @throws Error that says which version it is of */
export function requireApplied(applied: readonly string[]): void {
  requireNoneNewer(applied);
  if (applied.length === 0) throw new Error('There is no control plane of svc in this PostgreSQL yet: start the service once.');
  const missing = MIGRATION_NAMES.length - applied.length;
  if (missing > 0)
    throw new Error(
      `the control plane is ${missing === 1 ? 'one migration' : `${missing} migrations`} behind this version of svc (${packageFacts().version}): start a service of this version once, or use the svc of the version that runs. Nothing was changed.`,
    );
}

const APPLIED = `${CONTROL_SCHEMA}.${DEFAULT_MIGRATION_TABLE}`;

/** None where there is no control plane yet. */
async function appliedIn(session: Kysely<ControlPlane>): Promise<string[]> {
  const { rows: found } = await sql`SELECT 1 WHERE to_regclass(${APPLIED}) IS NOT NULL`.execute(session);
  if (found.length === 0) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(APPLIED)} ORDER BY name`.execute(session);
  return rows.map(({ name }) => name);
}

/** What a newer version keeps, an older one would read and write wrongly. */
function requireNoneNewer(applied: readonly string[]): void {
  const unknown = applied.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown.length > 0)
    throw new Error(
      `the control plane belongs to a newer version of svc than this one (${packageFacts().version}), which does not know its migration ${unknown.join(', ')}; start that version or a later one. Nothing was changed.`,
    );
}
