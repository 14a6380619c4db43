import { resolve } from 'node:path';
import { z } from 'zod';
import { SCHEMA_PRESETS } from './contract/database.ts';
import { PRIVACY_LEVELS } from './contract/egress.ts';
import { PROOF_BITS_MAX } from './contract/proof-of-work.ts';
import { isAddressRange, portSetting, proxiesSetting, wrongIn } from './fastify/settings.ts';
import { HOSTING_URLS_FORM, readHostingUrls } from './hosting-urls.ts';
import { refuseMisspelt } from './lib/misspelt-settings.ts';
import { refusedSettings } from './lib/refused-settings.ts';
import { LOCAL_SERVERS } from './models/local.ts';
import { configuredProviders, PROVIDERS, ProviderList } from './plan/llm/providers.ts';
import { isPostgresUrl, SSL_MODES_FORM } from './postgres-url.ts';
import type { OAuthClient } from './sign-in/oauth/providers.ts';

const key = z.string().min(1).optional();
const count = z.coerce.number().int().nonnegative();

const NO_ORIGIN = 'takes origins: a scheme, a name and a port where it is not the usual one, as https://app.example.com';

/** An origin as browsers spell it; null for anything else, a path included. */
function originIn(text: string): string | null {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url.origin : null;
}

/** An origin, and the path that a proxy serves the service under, without a slash at its end; null for anything else. */
function addressIn(text: string): string | null {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || originIn(url.origin) === null || url.href !== `${url.origin}${url.pathname}`) return null;
  return url.href.replace(/\/+$/, '');
}

/** Every setting of the service. The environment is read here and nowhere else. */
const Settings = z.object({
  SVC_HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  SVC_HOSTNAMES: z
    .string()
    .regex(/^[\w.:[\]-]+(,[\w.:[\]-]+)*$/, 'takes names without a port: svc.example.com,svc.internal')
    .transform((text) => text.toLowerCase().split(','))
    .optional()
    .describe(
      'Names under which this service may be called, and whose pages may call it, besides localhost. Absent: any name when SVC_HOST is not a loopback address, else none.',
    ),
  SVC_ALLOWED_ORIGINS: z
    .string()
    .refine((text) => text.split(',').every((one) => originIn(one) !== null), NO_ORIGIN)
    .transform((text) => text.split(',').map((one) => String(originIn(one))))
    .default([])
    .describe('Origins of other sites whose pages may call this service: https://app.example.com,http://localhost:5173'),
  SVC_PORT: portSetting.default(8787).describe('Port to listen on; 0 picks a free one.'),
  SVC_DATA_DIR: z.string().default('.svc').describe('Folder of the embedded engines and of the generated secret.'),
  SVC_SECRET: z
    .string()
    .min(32, 'takes 32 characters or more')
    .optional()
    .describe(
      'Secret of 32 characters or more that role passwords and token hashes derive from; generated into the data folder when absent. Services that share a DATABASE_URL need the same one.',
    ),
  SVC_SECRET_CHANGED: z
    .enum(['accept'])
    .optional()
    .describe(
      '`accept` takes the present secret in place of the one that the control plane was made with, for when that is lost. Anonymous sessions of before end, and so do keys, unless SVC_KEY_PEPPER is set.',
    ),
  SVC_KEY_PEPPER: z
    .string()
    .min(32, 'takes 32 characters or more')
    .optional()
    .describe(
      'What key hashes derive from, of 32 characters or more; the secret when absent. Services that share a DATABASE_URL need the same one.',
    ),
  SVC_KEY_PEPPER_PREVIOUS: z
    .string()
    .min(32, 'takes 32 characters or more')
    .optional()
    .describe(
      'The pepper before this one, while it is changed (the secret, where none was set): keys and signed-in browsers of then are still taken, and are stored under the present pepper when they are next used. Where several services run, the new one is first set here beside the present one in all of them.',
    ),
  SVC_SEALING_KEYS: z
    .string()
    .transform((text, context) => {
      if (text === 'none') return 'none' as const;
      const ring = text.split(',').map(ringKeyIn);
      if (ring.every((one) => one !== null) && new Set(ring.map(({ id }) => id)).size === ring.length) return ring;
      // The text may hold a key anywhere, so that no part of it is shown.
      context.addIssue({
        code: 'custom',
        message: 'takes `none`, or names and keys of 32 bytes in base64, and `secret`: 2026b:3q2+7w…=,2026a:…,secret',
      });
      return z.NEVER;
    })
    .optional()
    .describe(
      'Keys that secrets of others are sealed with, such as the provider keys of accounts: the first seals, the others still open. `secret` is the one that is derived from the secret, which is the only one when absent; `none` stores none.',
    ),
  SVC_SERVICE_SECRET: z
    .string()
    .min(32, 'takes 32 characters or more')
    .optional()
    .describe(
      'Secret of 32 characters or more that parts of the service which run as processes of their own sign their calls to the API with: they and the API have the same. Absent, the API answers no such calls.',
    ),
  SVC_LOCAL_OWNER: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether a service that listens on loopback alone has an owner: whoever can read `owner.key` in its data folder. Nothing of the owner expires or is counted.',
    ),
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, `takes postgres://user:password@host:port/database, with special characters percent-encoded; ${SSL_MODES_FORM}`)
    .optional()
    .describe('Postgres 15 or later in place of the embedded one; its role needs CREATEDB and CREATEROLE, a superuser hardens more.'),
  CLICKHOUSE_URL: z
    .string()
    .refine(isClickHouseUrl, 'takes http://user:password@host:8123, or https:// for TLS, with special characters percent-encoded')
    .optional()
    .describe(
      'ClickHouse 26.5 or later in place of the embedded one, by its HTTP interface: one node. Its user needs access management. Each database gets three logins of its own.',
    ),
  REDIS_URL: z
    .string()
    .refine(isRedisUrl, 'takes redis://user:password@host:port/0, or rediss:// for TLS')
    .optional()
    .describe(
      'Redis 6 or later that counts callers, and the sessions at work for each owner, for all services of a DATABASE_URL together; absent, each counts its own.',
    ),
  SVC_PUBLIC_URL: z
    .string()
    .refine(
      (text) => addressIn(text) !== null,
      'takes an address: https://svc.example.com, or https://example.com/svc where a proxy serves it under a path',
    )
    .transform((text) => String(addressIn(text)))
    .optional()
    .describe(
      'Address under which people reach this service: where links of mails lead, and where agent hosts are connected by OAuth (with https, or on this machine). Needed off loopback, unless SVC_HOSTNAMES names it.',
    ),
  SVC_SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'takes smtp://user:password@host:port, or smtps:// for TLS from the first byte')
    .optional()
    .describe('Mail server that sends sign-in links; absent, they are written to the log on a loopback address, and not made elsewhere.'),
  SVC_MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\r\n@]{0,80}<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'takes an address: svc@example.com, or svc <svc@example.com>')
    .default('svc <svc@localhost>')
    .describe('Sender of its mails.'),
  SVC_GITHUB_CLIENT_ID: key.describe(
    'OAuth app of GitHub that people sign in with; its callback URL is SVC_PUBLIC_URL and /sign-in/github. Absent: nobody does.',
  ),
  SVC_GITHUB_CLIENT_SECRET: key,
  SVC_GOOGLE_CLIENT_ID: key.describe(
    'OAuth client of Google that people sign in with; its redirect URI is SVC_PUBLIC_URL and /sign-in/google. Absent: nobody does.',
  ),
  SVC_GOOGLE_CLIENT_SECRET: key,
  SVC_NEON_CLIENT_ID: key.describe(
    'OAuth client of Neon, at which people choose databases to connect; its redirect URI is SVC_PUBLIC_URL and /connect/neon. Absent: they connect by URL.',
  ),
  SVC_NEON_CLIENT_SECRET: key,
  SVC_SUPABASE_CLIENT_ID: key.describe(
    'OAuth app of Supabase, likewise; its callback URL is SVC_PUBLIC_URL and /connect/supabase. It has to read projects and databases, and to write databases: a login is made there.',
  ),
  SVC_SUPABASE_CLIENT_SECRET: key,
  SVC_METRICS_PORT: portSetting
    .optional()
    .describe(
      'Port on which GET /metrics gives figures in the format of Prometheus, 9464 by custom; 0 picks a free one. Absent: nothing is measured.',
    ),
  SVC_METRICS_HOST: z.string().default('127.0.0.1').describe('Address of that port. Whoever reaches it reads the figures.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'takes the base URL of a collector, such as http://127.0.0.1:4318' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'A collector that takes traces by OTLP over HTTP, in JSON, under /v1/traces; OTEL_EXPORTER_OTLP_HEADERS are sent with them. Absent: nothing is traced.',
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional(),
  OTEL_METRICS_EXPORTER: z
    .enum(['otlp', 'none'])
    .default('none')
    .describe('`otlp` sends the figures to that collector as well, under /v1/metrics.'),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number().int().min(100).default(60_000).describe('How often, in milliseconds.'),
  OTEL_LOGS_EXPORTER: z
    .enum(['otlp', 'none'])
    .default('none')
    .describe('`otlp` sends it the lines of the log as well, under /v1/logs; they are on standard output all the same.'),
  OTEL_SERVICE_NAME: z.string().min(1).default('svc').describe('Its name in traces.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Part of the traces that are recorded, of those that begin here: 0.1 is every tenth.'),
  SVC_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  SVC_ANON_BUDGET: count.default(50).describe('Asks, runs, inserts and creates of one anonymous session; 0 is no limit.'),
  SVC_ANON_DATABASES: count.default(10).describe('Databases of one anonymous session; 0 is no limit.'),
  SVC_ANON_MB: count.default(256).describe('Megabytes of all databases of one anonymous session, about 8 for an empty one; 0 is no limit.'),
  SVC_HOSTING_URLS: z
    .string()
    .refine((text) => readHostingUrls(text) !== null, HOSTING_URLS_FORM)
    .transform(readHostingUrls)
    .optional()
    .describe(
      'PostgreSQL servers ≥ 15 that new hosted databases are spread over, each under a name that stays: `main,east=postgres://…,west=postgres://…`. `main` is the server of DATABASE_URL, which keeps the databases that it has but takes no new ones where it is not listed.',
    ),
  SVC_ACCOUNT_DATABASES: count.default(0).describe('Databases of one account; 0 is no limit. `svc admin limits` sets those of one.'),
  SVC_ACCOUNT_MB: count.default(0).describe('Megabytes of all databases of one account; 0 is no limit.'),
  SVC_FREE_MIN_MB: count
    .default(512)
    .describe('Megabytes that stay free on the disk of the data folder: below that nothing more is stored. 0 is no limit.'),
  SVC_ANON_SESSIONS_PER_HOUR: count.default(10).describe('New anonymous sessions an hour for one address; 0 is no limit.'),
  SVC_ANON_RATE_LIMIT: count.default(30).describe('Requests a minute for one anonymous address; 0 is no limit.'),
  SVC_KEY_RATE_LIMIT: count.default(120).describe('Requests a minute for one key; 0 is no limit.'),
  SVC_HUMAN_CHECK: z
    .enum(['off', 'proof-of-work', 'turnstile', 'hcaptcha'])
    .optional()
    .describe(
      'What an address without a credential is asked for when it begins many sessions, or asks for many sign-in links. Absent: a proof of work, and nothing where it listens on loopback alone.',
    ),
  SVC_HUMAN_CHECK_AFTER: count
    .default(3)
    .describe('New anonymous sessions in an hour, and sign-in links in a quarter of one, that an address is not asked for.'),
  SVC_HUMAN_CHECK_SITE_KEY: z.string().min(1).optional().describe('Of turnstile and hcaptcha: the public key that their widget takes.'),
  SVC_HUMAN_CHECK_SECRET: key.describe('Of turnstile and hcaptcha: the secret that verifies what the widget gave.'),
  SVC_HUMAN_CHECK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where that is verified, of another provider that speaks as they do (siteverify).'),
  SVC_PROOF_OF_WORK_BITS: z.coerce
    .number()
    .int()
    .min(1)
    .max(PROOF_BITS_MAX)
    .default(17)
    .describe('Leading zero bits that a proof of work has; each doubles the work.'),
  SVC_TRUST_PROXY: proxiesSetting.describe('Proxies whose X-Forwarded-For is believed: how many, or their addresses. 0 believes nobody.'),
  SVC_STATEMENT_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).default(30_000).describe('Longest run of one statement.'),
  SVC_STATEMENT_GRACE_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(5_000)
    .describe('After the longest run, how long the engine has to end a statement before its caller is answered without it.'),
  SVC_DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_600_000)
    .default(8_000)
    .describe(
      'At a stop, how long what is under way has to finish before it is ended; 36000 lets every statement come to its usual limit. A supervisor has to wait some ten seconds longer.',
    ),
  SVC_CLICKHOUSE: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether databases may be made on the embedded ClickHouse, where it is installed (`svc clickhouse install`).'),
  SVC_CLICKHOUSE_MAX_READ_ROWS: z.coerce
    .number()
    .int()
    .positive()
    .default(10_000_000_000)
    .describe('Rows that one statement on ClickHouse may read.'),
  SVC_CLICKHOUSE_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(256)
    .default(1_024)
    .describe('Megabytes of one statement on ClickHouse; an embedded database may have twice as many in all.'),
  SVC_CLICKHOUSE_PROCESSES: z.coerce
    .number()
    .int()
    .positive()
    .default(4)
    .describe('Embedded ClickHouse databases that run at once, of about 250 MB each; the one used the longest ago is ended for the next.'),
  SVC_STATEMENT_MAX_COST: z.coerce
    .number()
    .positive()
    .default(100_000_000)
    .describe('Largest cost of one statement by the planner’s estimate, in its units; a million is some seconds of work.'),
  SVC_BUILDING_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe(
      'Statements that may build values of up to a gigabyte at once; as many as fit into 60 % of this machine’s memory when absent.',
    ),
  SVC_POOL_MAX: z.coerce.number().int().min(4).max(1_000).default(64).describe('Engine sessions in all.'),
  SVC_POOL_MAX_PER_ROLE: z.coerce.number().int().min(1).max(100).default(8).describe('Engine sessions for one login of one database.'),
  SVC_POOL_MAX_PER_OWNER: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(24)
    .describe(
      'Engine sessions at work for all databases of one owner, so that no caller holds all of them; of all services together where they share a Redis.',
    ),
  SVC_POOL_WAIT_MS: z.coerce.number().int().min(1).max(60_000).default(5_000).describe('Longest wait for an engine session.'),
  SVC_REPLY_STALL_MS: z.coerce
    .number()
    .int()
    .min(200)
    .max(600_000)
    .default(30_000)
    .describe('A reply of which nobody takes anything for this long is cut.'),
  SVC_ALLOW_PRIVATE_CONNECTIONS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('Whether databases on private networks, and without TLS, may be connected: for a service that serves its own network.'),
  SVC_CONNECT_DENIED: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .refine((ranges) => ranges.every(isAddressRange), 'takes addresses and ranges: 203.0.113.7,2001:db8::/32')
    .default([])
    .describe('Addresses that no connected database may have: those of this deployment.'),
  SVC_PRESETS_DISABLED: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(z.enum(SCHEMA_PRESETS, `takes schema presets: ${SCHEMA_PRESETS.join(',')}`)))
    .default([])
    .describe('Schema presets that no database can be made from here, with commas between them.'),
  OPENAI_API_KEY: key.describe('Adds models of OpenAI; the four keys below, those of their providers.'),
  ANTHROPIC_API_KEY: key,
  GEMINI_API_KEY: key,
  XAI_API_KEY: key,
  OPENROUTER_API_KEY: key,
  SVC_LLM_PROVIDERS: ProviderList.optional().describe(
    'Providers in the order in which they are tried, as a JSON array of {"id", "baseUrl", "apiKey", "fast", "best"}: any OpenAI-compatible endpoint, Ollama and vLLM included. In place of all whose key is there.',
  ),
  SVC_EMBEDDINGS_URL: z
    .url({ protocol: /^https?$/, error: 'takes the base URL of an OpenAI-compatible endpoint, such as http://127.0.0.1:11434/v1' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'An OpenAI-compatible endpoint for embeddings, by which agent memories are recalled by meaning too, and a model is shown the tables of a large schema. What memories say is sent there: to another machine only where SVC_MODEL_PRIVACY and the database allow samples. Names of tables and columns always are.',
    ),
  SVC_EMBEDDINGS_KEY: key.describe('The key of that endpoint, where it wants one.'),
  SVC_EMBEDDINGS_MODEL: z.string().min(1).max(160).optional().describe('The model that it is asked for, such as text-embedding-3-small.'),
  SVC_LOCAL_MODELS: z
    .enum(['on', 'off'])
    .optional()
    .describe('Whether a model server on this machine (Ollama, LM Studio, llama.cpp) is used; absent, it is offered at the start.'),
  SVC_LOCAL_MODEL_URLS: z
    .string()
    .transform((text) => text.split(',').map((url) => url.trim().replace(/\/+$/, '')))
    .refine((urls) => urls.every(isLoopbackUrl), 'takes base URLs on this machine: http://127.0.0.1:11434/v1,http://localhost:1234/v1')
    .optional()
    .describe('Where model servers of this machine are looked for, in place of their usual ports.'),
  SVC_MODEL_PRIVACY: z
    .enum(PRIVACY_LEVELS)
    .default('none')
    .describe(
      'The most that a model is told of stored values: none; hits, those that the request names; samples, also a few distinct ones. Databases and requests may narrow it.',
    ),
  SVC_MODEL_BEST_FOR_ALL: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('Whether the best models are open to callers without a provider key of their own.'),
  SVC_MODEL_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(600_000)
    .default(45_000)
    .describe('Longest time that models have for one plan.'),
  SVC_MODEL_ATTEMPT_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(50)
    .max(600_000)
    .default(25_000)
    .describe('Longest wait for one reply of one model.'),
  SVC_MODEL_HEDGE_MS: z.coerce
    .number()
    .int()
    .min(10)
    .max(600_000)
    .default(8_000)
    .describe('When no reply has come by then, a second request is sent beside the first.'),
});

const OTLP = 'http/json';

export type Config = Readonly<ReturnType<typeof readConfig>>;

/** @throws Error that names each wrong setting and what it takes. */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  refuseMisspelt(Object.keys(present), Object.keys(Settings.shape));
  const parsed = Settings.safeParse(present);
  if (!parsed.success) throw refusedSettings(wrongIn(parsed.error));
  const s = parsed.data;
  if (s.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && (s.OTEL_EXPORTER_OTLP_PROTOCOL ?? OTLP) !== OTLP)
    throw refusedSettings([
      `OTEL_EXPORTER_OTLP_PROTOCOL: takes ${OTLP}, which collectors take where they take http/protobuf, on port 4318 by custom`,
    ]);
  if (s.SVC_HOSTING_URLS !== undefined && s.DATABASE_URL === undefined)
    throw refusedSettings(['SVC_HOSTING_URLS: needs DATABASE_URL; the embedded PostgreSQL hosts all databases of its service']);
  for (const name of ['OTEL_METRICS_EXPORTER', 'OTEL_LOGS_EXPORTER'] as const)
    if (s[name] === 'otlp' && s.OTEL_EXPORTER_OTLP_ENDPOINT === undefined)
      throw refusedSettings([`${name}: otlp needs OTEL_EXPORTER_OTLP_ENDPOINT, the collector`]);
  const loopbackOnly = isLoopbackName(s.SVC_HOST);
  return {
    host: s.SVC_HOST,
    loopbackOnly,
    hostnames: s.SVC_HOSTNAMES ?? (loopbackOnly ? [] : null),
    allowedOrigins: s.SVC_ALLOWED_ORIGINS,
    port: s.SVC_PORT,
    dataDir: resolve(s.SVC_DATA_DIR),
    secret: s.SVC_SECRET,
    serviceSecret: s.SVC_SERVICE_SECRET ?? null,
    acceptsChangedSecret: s.SVC_SECRET_CHANGED === 'accept',
    localOwner:
      s.SVC_LOCAL_OWNER === 'off' ? ('off' as const) : isLoopbackName(s.SVC_HOST) ? ('on' as const) : ('beyond loopback' as const),
    databaseUrl: s.DATABASE_URL,
    hosting: s.SVC_HOSTING_URLS ?? null,
    redisUrl: s.REDIS_URL,
    publicUrl: s.SVC_PUBLIC_URL ?? null,
    issuer: issuerIn(s.SVC_PUBLIC_URL),
    mail: s.SVC_SMTP_URL === undefined ? null : { smtpUrl: s.SVC_SMTP_URL, from: s.SVC_MAIL_FROM },
    oauth: {
      ...clientOf('github', 'SVC_GITHUB', s.SVC_GITHUB_CLIENT_ID, s.SVC_GITHUB_CLIENT_SECRET),
      ...clientOf('google', 'SVC_GOOGLE', s.SVC_GOOGLE_CLIENT_ID, s.SVC_GOOGLE_CLIENT_SECRET),
    },
    connectOauth: {
      ...clientOf('neon', 'SVC_NEON', s.SVC_NEON_CLIENT_ID, s.SVC_NEON_CLIENT_SECRET),
      ...clientOf('supabase', 'SVC_SUPABASE', s.SVC_SUPABASE_CLIENT_ID, s.SVC_SUPABASE_CLIENT_SECRET),
    },
    metrics: metricsIn(s),
    logs:
      s.OTEL_LOGS_EXPORTER === 'none' || s.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { endpoint: s.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: s.OTEL_SERVICE_NAME },
    tracing:
      s.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { endpoint: s.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: s.OTEL_SERVICE_NAME, sampled: s.OTEL_TRACES_SAMPLER_ARG },
    logLevel: s.SVC_LOG_LEVEL,
    anonymousBudget: s.SVC_ANON_BUDGET,
    anonymousQuota: { databases: s.SVC_ANON_DATABASES, bytes: s.SVC_ANON_MB * 1_048_576 },
    accountQuota: { databases: s.SVC_ACCOUNT_DATABASES, bytes: s.SVC_ACCOUNT_MB * 1_048_576 },
    freeBytesMin: s.SVC_FREE_MIN_MB * 1_048_576,
    anonymousSessionsPerHour: s.SVC_ANON_SESSIONS_PER_HOUR,
    humanCheck: humanCheckIn(s, loopbackOnly),
    sealingKeys: s.SVC_SEALING_KEYS,
    keyPepper: s.SVC_KEY_PEPPER,
    keyPepperPrevious: s.SVC_KEY_PEPPER_PREVIOUS,
    keyRateLimitPerMinute: s.SVC_KEY_RATE_LIMIT,
    anonymousRateLimitPerMinute: s.SVC_ANON_RATE_LIMIT,
    trustProxy: s.SVC_TRUST_PROXY,
    statementTimeoutMs: s.SVC_STATEMENT_TIMEOUT_MS,
    statementGraceMs: s.SVC_STATEMENT_GRACE_MS,
    drainMs: s.SVC_DRAIN_MS,
    statementMaxCost: s.SVC_STATEMENT_MAX_COST,
    clickhouse: {
      url: s.CLICKHOUSE_URL,
      isOn: s.SVC_CLICKHOUSE === 'on',
      readRowsMax: s.SVC_CLICKHOUSE_MAX_READ_ROWS,
      memoryBytes: s.SVC_CLICKHOUSE_MEMORY_MB * 1_048_576,
      processesMax: s.SVC_CLICKHOUSE_PROCESSES,
    },
    buildingMax: s.SVC_BUILDING_MAX,
    allowPrivateConnections: s.SVC_ALLOW_PRIVATE_CONNECTIONS,
    connectDenied: s.SVC_CONNECT_DENIED,
    disabledPresets: s.SVC_PRESETS_DISABLED,
    replyStallMs: s.SVC_REPLY_STALL_MS,
    poolMax: s.SVC_POOL_MAX,
    poolMaxPerRole: s.SVC_POOL_MAX_PER_ROLE,
    poolMaxPerOwner: s.SVC_POOL_MAX_PER_OWNER,
    poolWaitMs: s.SVC_POOL_WAIT_MS,
    embeddings: embeddingsIn(s),
    models: {
      providers: configuredProviders(s.SVC_LLM_PROVIDERS, {
        openai: s.OPENAI_API_KEY,
        anthropic: s.ANTHROPIC_API_KEY,
        'google-ai-studio': s.GEMINI_API_KEY,
        grok: s.XAI_API_KEY,
        openrouter: s.OPENROUTER_API_KEY,
      }),
      local: s.SVC_LOCAL_MODELS ?? null,
      localServers:
        s.SVC_LOCAL_MODEL_URLS?.map((baseUrl, at) => ({ id: `local-${at + 1}`, name: 'A model server', baseUrl })) ?? LOCAL_SERVERS,
      privacy: s.SVC_MODEL_PRIVACY,
      bestForAll: s.SVC_MODEL_BEST_FOR_ALL,
      timeoutMs: s.SVC_MODEL_TIMEOUT_MS,
      attemptTimeoutMs: s.SVC_MODEL_ATTEMPT_TIMEOUT_MS,
      hedgeMs: s.SVC_MODEL_HEDGE_MS,
    },
  };
}

/** Agent hosts are connected by OAuth where they can be led to: by TLS, or on this machine; null elsewhere. */
const issuerIn = (publicUrl: string | undefined): string | null =>
  publicUrl !== undefined && (publicUrl.startsWith('https:') || isLoopbackUrl(new URL(publicUrl).origin)) ? publicUrl : null;

/** Null where recall is by words alone. @throws Error for a half of it */
function embeddingsIn({ SVC_EMBEDDINGS_URL: baseUrl, SVC_EMBEDDINGS_KEY: apiKey, SVC_EMBEDDINGS_MODEL: model }: z.infer<typeof Settings>) {
  if (baseUrl === undefined && model === undefined && apiKey === undefined) return null;
  if (baseUrl === undefined || model === undefined)
    throw refusedSettings([
      `${baseUrl === undefined ? 'SVC_EMBEDDINGS_URL' : 'SVC_EMBEDDINGS_MODEL'}: is missing; the endpoint and its model come together`,
    ]);
  return { baseUrl, apiKey: apiKey ?? null, model, isHere: isLoopbackUrl(new URL(baseUrl).origin) };
}

/** Null where nobody is asked. @throws Error for a provider without its keys */
function humanCheckIn(s: z.infer<typeof Settings>, loopbackOnly: boolean) {
  const kind = s.SVC_HUMAN_CHECK ?? (loopbackOnly ? 'off' : 'proof-of-work');
  if (kind === 'off') return null;
  const shared = { free: s.SVC_HUMAN_CHECK_AFTER, bits: s.SVC_PROOF_OF_WORK_BITS };
  if (kind === 'proof-of-work') return { ...shared, provider: null };
  const [siteKey, secret] = [s.SVC_HUMAN_CHECK_SITE_KEY, s.SVC_HUMAN_CHECK_SECRET];
  if (siteKey === undefined || secret === undefined)
    throw refusedSettings([`SVC_HUMAN_CHECK: ${kind} needs SVC_HUMAN_CHECK_SITE_KEY and SVC_HUMAN_CHECK_SECRET`]);
  return { ...shared, provider: { kind, siteKey, secret, url: s.SVC_HUMAN_CHECK_URL ?? null } };
}

/** @throws Error for one half of a client */
function clientOf<Name extends string>(
  name: Name,
  prefix: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
): Partial<Record<Name, OAuthClient>> {
  if (clientId !== undefined && clientSecret !== undefined)
    return { [name]: { clientId, clientSecret } } as Partial<Record<Name, OAuthClient>>;
  if (clientId === undefined && clientSecret === undefined) return {};
  throw refusedSettings([`${prefix}_CLIENT_${clientId === undefined ? 'ID' : 'SECRET'}: is missing; the id and the secret come together`]);
}

const isLoopbackName = (host: string): boolean => /^(127\.|localhost$|::1$)/.test(host);

/** Plain HTTP to a loopback address: what is asked of these never leaves the machine. */
const isLoopbackUrl = (text: string): boolean =>
  URL.canParse(text) && /^http:\/\/(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(`${new URL(text).protocol}//${new URL(text).hostname}`);

function isClickHouseUrl(text: string): boolean {
  const url = URL.canParse(text) && !/\s/.test(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || `${url.pathname}${url.search}${url.hash}` !== '/') return false;
  try {
    return [url.username, url.password].map(decodeURIComponent).length > 0;
  } catch {
    return false;
  }
}

function isRedisUrl(text: string): boolean {
  const url = URL.canParse(text) && !/\s/.test(text) ? new URL(text) : null;
  return url !== null && /^rediss?:$/.test(url.protocol) && /^(\/\d*)?$/.test(url.pathname);
}

function isSmtpUrl(text: string): boolean {
  const url = URL.canParse(text) && !/\s/.test(text) ? new URL(text) : null;
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
}

/** `<name>:<32 bytes in base64>`, or `secret`: the key that derives from the secret, which is the ring where none is named. Null for anything else. */
function ringKeyIn(text: string): { id: string; key: Buffer | null } | null {
  if (text === 'secret') return { id: text, key: null };
  const [, id, base64] = /^([\w-]{1,32}):([A-Za-z0-9+/_-]{43}=?)$/.exec(text) ?? [];
  return id === undefined || base64 === undefined ? null : { id, key: Buffer.from(base64, 'base64') };
}

/** The environment with settings in their place. */
export const settingsOf = (settings: Readonly<Record<string, string>>): Record<string, string | undefined> => ({
  ...process.env,
  ...settings,
});

/**
 * What Amazon's programs are told of where buckets are; their client reads all else of the environment itself. It is told here not to write of
 * the versions of Node that its next versions run on.
 */
export function bucketSettings(): { readonly endpoint: string | undefined; readonly region: string | undefined } {
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION } = process.env;
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  return { endpoint: AWS_ENDPOINT_URL_S3 || AWS_ENDPOINT_URL || undefined, region: AWS_REGION || undefined };
}

/** The environment for a service that this process starts, with settings of its own: no database and no provider of somebody else's. */
export function childEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !NOT_INHERITED.has(name));
  return { ...Object.fromEntries(inherited), ...settings };
}

const NOT_INHERITED: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'SVC_HOSTING_URLS',
  'CLICKHOUSE_URL',
  'REDIS_URL',
  'SVC_SMTP_URL',
  'SVC_METRICS_PORT',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_METRICS_EXPORTER',
  'OTEL_LOGS_EXPORTER',
  'SVC_LLM_PROVIDERS',
  'SVC_EMBEDDINGS_URL',
  'SVC_EMBEDDINGS_KEY',
  'SVC_EMBEDDINGS_MODEL',
  'SVC_NEON_CLIENT_ID',
  'SVC_NEON_CLIENT_SECRET',
  'SVC_SUPABASE_CLIENT_ID',
  'SVC_SUPABASE_CLIENT_SECRET',
  'SVC_GITHUB_CLIENT_SECRET',
  'SVC_GITHUB_CLIENT_ID',
  'SVC_GOOGLE_CLIENT_SECRET',
  'SVC_GOOGLE_CLIENT_ID',
  ...Object.values(PROVIDERS).map(({ keyVariable }) => keyVariable),
]);

function metricsIn(s: z.infer<typeof Settings>) {
  const endpoint = s.OTEL_METRICS_EXPORTER === 'otlp' ? s.OTEL_EXPORTER_OTLP_ENDPOINT : undefined;
  if (s.SVC_METRICS_PORT === undefined && endpoint === undefined) return null;
  return {
    prometheus: s.SVC_METRICS_PORT === undefined ? null : { host: s.SVC_METRICS_HOST, port: s.SVC_METRICS_PORT },
    otlp: endpoint === undefined ? null : { endpoint, everyMs: s.OTEL_METRIC_EXPORT_INTERVAL },
    serviceName: s.OTEL_SERVICE_NAME,
  };
}
