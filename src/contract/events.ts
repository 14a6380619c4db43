/**
 * Events of `POST /v1/ask` with `Accept: text/event-stream`. Each is `{type, …}`, with the SSE field `event:` equal to
 * `type` and `ms` since the one before; `done` carries the whole JSON reply, `error` the error envelope, with the seconds of
 * `Retry-After` in `params.retryAfterSeconds` where trying again may help. The set grows.
 */
export const ASK_EVENTS = [
  'selected_db',
  'planning',
  'plan',
  'validated',
  'executing',
  'rows',
  'answer',
  'confirm_required',
  'created',
  'error',
  'done',
] as const;
export type AskEventType = (typeof ASK_EVENTS)[number];

export interface AskEvent {
  readonly type: AskEventType;
  readonly [fact: string]: unknown;
}
