import { ERRORS } from './errors.ts';
import { OPERATION_ROWS, type OperationName, type OperationRow } from './operations.ts';

/** What a client has to know of an operation to send it. */
export interface WireRow extends Pick<OperationRow, 'method' | 'path' | 'mutates'> {
  readonly hasBody: boolean;
  /** Fields that go into the address. */
  readonly query: readonly string[];
}

/**
 * The tables of operations and codes without their schemas and words. Where the client is bundled (`client/vite.config.ts`)
 * the values of this module stand in its place, so that a page brings neither the schemas nor zod.
 */
export const WIRE = Object.fromEntries(
  Object.entries(OPERATION_ROWS).map(([name, { method, path, mutates, body, query }]): [string, WireRow] => [
    name,
    { method, path, mutates, hasBody: body !== undefined, query: Object.keys(query?.shape ?? {}) },
  ]),
) as Readonly<Record<OperationName, WireRow>>;

/** HTTP status by error code, for errors that come inside of a stream. */
export const STATUS_OF: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(ERRORS).map(([code, { http }]) => [code, http]),
);
