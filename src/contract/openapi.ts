import { z } from 'zod';
import { ERRORS } from './errors.ts';
import { OPERATION_ROWS, type OperationName, type OperationRow } from './operations.ts';
import { EXAMPLES, OTHER_REPLIES, TAG_OF, TAGS, YOURS } from './reference.ts';

/** The OpenAPI 3.1 document, from the tables of operations and errors. */
export function openApi(serverUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, row] of Object.entries(OPERATION_ROWS)) {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operationOf(name as OperationName, row) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'svc',
      version: '1',
      description:
        'The database that people and agents talk to: plain English or SQL in; an answer, the rows and the exact SQL out. A call without a credential begins an anonymous session, which ends 72 hours after its last use, and returns its token.',
    },
    servers: [{ url: serverUrl }],
    security: [{}, { bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: {
        Error: { description: 'What happened and what to do next.', content: { 'application/json': { schema: ErrorEnvelope } } },
      },
    },
  };
}

const ErrorEnvelope = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'action', 'retryable', 'requestId'],
      properties: {
        code: { type: 'string', examples: Object.keys(ERRORS), description: 'The set grows: tolerate codes that you do not know.' },
        message: { type: 'string' },
        action: { type: 'string' },
        retryable: { type: 'boolean' },
        requestId: { type: 'string' },
        params: { type: 'object', additionalProperties: true },
      },
    },
  },
};

function operationOf(name: OperationName, row: OperationRow): Record<string, unknown> {
  const parameters = [...parametersOf(row.params, 'path').map((one) => withExample(name, row, one)), ...parametersOf(row.query, 'query')];
  if (row.mutates !== false) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: row.mutates === true,
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      description: row.mutates === true ? 'Repeat it to retry safely.' : 'Required when the call writes; repeat it to retry safely.',
    });
  }
  return {
    operationId: name,
    tags: [TAG_OF[name]],
    summary: row.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(row.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(row.body, 'input'), ...examplesOf(name) } } } }
      : {}),
    responses: {
      [row.status ?? 200]: {
        description: 'Done.',
        content: { 'application/json': { schema: jsonSchema(row.response, 'output') }, ...otherReplies(name) },
      },
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function examplesOf(name: OperationName): object {
  const bodies = EXAMPLES[name];
  if (!bodies) return {};
  return { examples: Object.fromEntries(Object.entries(bodies).map(([summary, value]) => [summary, { summary, value }])) };
}

const otherReplies = (name: OperationName): object =>
  Object.fromEntries(Object.entries(OTHER_REPLIES[name] ?? {}).map(([type, example]) => [type, { schema: { type: 'string' }, example }]));

/** What a deletion is about is never filled in for anybody. */
const withExample = (name: OperationName, { path }: OperationRow, parameter: Record<string, unknown>): Record<string, unknown> =>
  name === 'deleteDatabase' ? parameter : { ...parameter, example: path.startsWith('/v1/traces/') ? YOURS.trace : YOURS.db };

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Record<string, unknown>[] {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: jsonSchema(field as z.ZodType, 'input'),
  }));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
