import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { ControlPlane } from './tables.ts';

export const CONTROL_SCHEMA = 'svc_control';
const MIGRATION_LOCK = 7_305_000;

/** Forward only: a migration that has landed is never edited; the next one corrects it. */
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
};

/** Brings the control plane up to date; services that start at once wait for each other on an advisory lock. */
export async function migrate(db: Kysely<ControlPlane>): Promise<void> {
  await db.connection().execute(async (session) => {
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK}::bigint)`.execute(session);
    try {
      await sql`CREATE SCHEMA IF NOT EXISTS ${sql.id(CONTROL_SCHEMA)}`.execute(session);
      await sql`REVOKE ALL ON SCHEMA ${sql.id(CONTROL_SCHEMA)} FROM PUBLIC`.execute(session);
      const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS }, migrationTableSchema: CONTROL_SCHEMA });
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
    } finally {
      await sql`SELECT pg_advisory_unlock(${MIGRATION_LOCK}::bigint)`.execute(session);
    }
  });
}
