import { z } from 'zod';
import { ERRORS, type ErrorCode } from './errors.ts';
import { ASK_EVENTS } from './events.ts';
import { EXAMPLES, type Example } from './examples.ts';
import { OPERATION_ROWS, type OperationName, type OperationRow } from './operations.ts';
import { codesOf, REFERENCE, type RowType, TAGS } from './reference.ts';

/** For the page at `/docs`, which takes several times as long to open an operation of a 3.1 document. */
type OpenApiVersion = '3.1.1' | '3.0.4';

/** The OpenAPI document, from the tables of operations, errors, examples and the reference. */
export function openApi(serverUrl: string, version: OpenApiVersion = '3.1.1'): Record<string, unknown> {
  const schemaOf = schemasFor(version);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, row] of Object.entries(OPERATION_ROWS) as [OperationName, OperationRow][]) {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operationOf(name, row, schemaOf) };
  }
  return {
    openapi: version,
    info: {
      title: 'svc',
      version: '1',
      description:
        'The database that people and agents talk to: plain English or SQL in; an answer, the rows and the exact SQL out. A call without a credential begins an anonymous session, which ends 72 hours after its last use, and returns its token. Replies above a kilobyte are compressed for whoever accepts it.',
    },
    servers: [{ url: serverUrl }],
    security: [{}, { bearer: [] }, { cookie: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-svc_session',
          description: 'Of a browser that is signed in. On a loopback address it is called `svc_session_<port>`.',
        },
      },
      headers: HEADERS,
      schemas: { Error: ErrorEnvelope },
      examples: Object.fromEntries(
        (Object.keys(ERRORS) as ErrorCode[]).map((code) => [code, { summary: ERRORS[code].message, value: envelopeOf(code) }]),
      ),
      responses: {
        Error: {
          description: 'What happened and what to do next. The set of codes grows: tolerate what you do not know.',
          content: { 'application/json': { schema: ERROR_SCHEMA } },
        },
      },
    },
  };
}

const text = (description: string) => ({ description, schema: { type: 'string' } });
const HEADERS = {
  'X-Request-Id': text('Of this request: `trace.id` of the reply, `requestId` of an error.'),
  'X-Svc-Anonymous-Token': text(
    'The anonymous session of the call, where it came without a credential or with such a token. Send it as `Authorization: Bearer …`.',
  ),
  'Idempotent-Replayed': text('`true` where the reply is the stored one of an earlier call with the same `Idempotency-Key`.'),
  RateLimit: text(
    'What is left of the limit and for how many seconds: `"anonymous";r=29;t=60`, or `"key";…` with a key. Absent where nothing is counted.',
  ),
  'RateLimit-Policy': text('The limit: `"anonymous";q=30;w=60`.'),
  'Retry-After': { description: 'Seconds after which a retry is worth its while.', schema: { type: 'integer' } },
  Location: text('The path of what was made.'),
  Link: text('The next page: `</v1/…?cursor=…>; rel="next"`. Absent on the last one.'),
} as const;

const headers = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const ERROR_SCHEMA = { $ref: '#/components/schemas/Error' };

const ErrorEnvelope = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'action', 'retryable', 'requestId'],
      properties: {
        code: {
          type: 'string',
          description: `The set grows: tolerate codes that you do not know. Today: ${Object.keys(ERRORS)
            .map((code) => `\`${code}\``)
            .join(', ')}.`,
        },
        message: { type: 'string' },
        action: { type: 'string' },
        retryable: { type: 'boolean' },
        requestId: { type: 'string' },
        params: { type: 'object', additionalProperties: true },
      },
    },
  },
};

function operationOf(name: OperationName, row: OperationRow, schemaOf: SchemaOf): Record<string, unknown> {
  const { tag } = REFERENCE[name];
  const examples = EXAMPLES[name];
  // What a deletion is about is never filled in for anybody.
  const given = (row.method !== 'DELETE' && examples[0].parameters) || {};
  const parameters = [...parametersOf(row.params, 'path', given, schemaOf), ...parametersOf(row.query, 'query', given, schemaOf)];
  if (row.mutates !== false) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: row.mutates === true,
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      description: row.mutates === true ? 'Repeat it to retry safely.' : 'Required when the call writes; repeat it to retry safely.',
    });
  }
  const body = row.body && {
    required: true,
    content: {
      'application/json': { schema: schemaOf(row.body, 'input'), examples: examplesOf(examples, ({ request }) => request) },
      ...(row.form ? { 'application/x-www-form-urlencoded': { schema: schemaOf(row.body, 'input') } } : {}),
    },
  };
  return {
    operationId: name,
    tags: [tag],
    summary: row.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [row.status ?? 200]: successOf(name, row, schemaOf),
      ...refusalsOf(codesOf(name, row)),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function successOf(name: OperationName, row: OperationRow, schemaOf: SchemaOf): Record<string, unknown> {
  const isPaged = row.query !== undefined && 'cursor' in row.query.shape;
  return {
    description: row.location ? 'Made.' : 'Done.',
    headers: headers(
      'X-Request-Id',
      'RateLimit',
      'RateLimit-Policy',
      ...(row.access === 'any' ? (['X-Svc-Anonymous-Token'] as const) : []),
      ...(row.mutates === false ? [] : (['Idempotent-Replayed'] as const)),
      ...(row.location ? (['Location'] as const) : []),
      ...(isPaged ? (['Link'] as const) : []),
    ),
    ...(row.status === 204 ? {} : contentOf(name, row, schemaOf)),
  };
}

function contentOf(name: OperationName, row: OperationRow, schemaOf: SchemaOf): Record<string, unknown> {
  const streams = (REFERENCE[name].types ?? []).map((type) => [type, STREAMS[type]] as const);
  return {
    content: {
      'application/json': { schema: schemaOf(row.response, 'output'), examples: examplesOf(EXAMPLES[name], ({ reply }) => reply) },
      ...Object.fromEntries(streams),
    },
  };
}

const STREAMS: Readonly<Record<RowType, object>> = {
  'text/csv': {
    schema: {
      type: 'string',
      description:
        'Of a read: a header and the rows (RFC 4180), up to a million, as they come; the trailer `x-svc-truncated` says whether `maxRows` left rows out. A stream that cannot be completed breaks off. Cells are as they are stored: to a spreadsheet one that begins with `=`, `+`, `-` or `@` is a formula, so import them as text.',
    },
    example: 'roaster,price\r\nSey,14\r\nOnyx,18.5\r\n',
  },
  'application/x-ndjson': {
    schema: { type: 'string', description: 'The same with an object a line.' },
    example: '{"roaster":"Sey","price":14}\n{"roaster":"Onyx","price":18.5}\n',
  },
  'text/event-stream': {
    schema: {
      type: 'string',
      description: `Each step as it is reached, as an event with JSON data: ${ASK_EVENTS.map((type) => `\`${type}\``).join(', ')}. \`done\` carries the whole JSON reply, \`error\` the error envelope, with \`params.retryAfterSeconds\` in place of the header. The first two are held back for a second at the most: what is refused meanwhile has the status of its error, as without a stream.`,
    },
    example:
      'event: planning\ndata: {"type":"planning","ms":3.6}\n\nevent: answer\ndata: {"type":"answer","ms":2.7,"text":"1 coffee bean."}\n\n',
  },
};

/** By status, each code with an envelope of its own, which the document has once. */
function refusalsOf(codes: readonly ErrorCode[]): Record<string, unknown> {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].http))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter((code) => ERRORS[code].http === status).sort();
      const isRetried = here.some((code) => ERRORS[code].retryable);
      return [
        status,
        {
          description: here.map((code) => `\`${code}\``).join(', '),
          headers: headers('X-Request-Id', ...(isRetried ? (['Retry-After'] as const) : [])),
          content: {
            'application/json': {
              schema: ERROR_SCHEMA,
              examples: Object.fromEntries(here.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
            },
          },
        },
      ];
    }),
  );
}

function envelopeOf(code: ErrorCode): object {
  const { message, action, retryable } = ERRORS[code];
  return { error: { code, message, action, retryable, requestId: '01a1f0c2-7d4e-7b3a-9c55-2f6f0f6d1c11' } };
}

const examplesOf = (examples: readonly Example[], part: (example: Example) => unknown): Record<string, unknown> =>
  Object.fromEntries(examples.map((example) => [example.name, { summary: example.summary, value: part(example) }]));

function parametersOf(
  schema: z.ZodObject | undefined,
  place: 'path' | 'query',
  given: Readonly<Record<string, string>>,
  schemaOf: SchemaOf,
): Record<string, unknown>[] {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: schemaOf(field as z.ZodType, 'input'),
    ...(given[name] === undefined ? {} : { example: given[name] }),
  }));
}

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => unknown;

const schemasFor =
  (version: OpenApiVersion): SchemaOf =>
  (schema, io) => {
    const target = version === '3.0.4' ? 'openapi-3.0' : 'draft-2020-12';
    const { $schema: _, ...rest } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      target,
      override({ jsonSchema }) {
        if (version === '3.0.4') for (const keyword of UNKNOWN_TO_3_0) delete jsonSchema[keyword];
      },
    });
    return rest;
  };

/** Keywords of JSON Schema that the Schema Object of OpenAPI 3.0 does not have. */
const UNKNOWN_TO_3_0 = ['contentEncoding', 'propertyNames'] as const;
