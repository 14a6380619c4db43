/** Every number of the interface. Units are in the names. */
export const LIMITS = {
  goalMaxLength: 2_000,
  sqlMaxLength: 65_536,
  paramsMax: 1_000,
  bodyMaxBytes: 1_048_576,
  insertBodyMaxBytes: 16_777_216,
  /** Arrays and objects inside each other, in a body or in one stored value. */
  jsonDepthMax: 200,
  /** Keys of one object, and of all objects of a body. */
  jsonKeysPerObjectMax: 10_000,
  jsonKeysMax: 1_000_000,
  insertMaxRows: 10_000,
  jsonRowsDefault: 1_000,
  jsonRowsMax: 10_000,
  /** Rows of one CSV or NDJSON reply. */
  streamedRowsMax: 1_000_000,
  /** Rows that one fetch of a stream brings: at first, and at the most. */
  portionFirstRows: 50,
  portionMaxRows: 20_000,
  idempotencyKeyMaxLength: 255,
  idempotencyTtlSeconds: 24 * 60 * 60,
  /** A write may hold its key this long before a retry is allowed to try again. */
  idempotencyLeaseSeconds: 60,
  /** The same for a change of the control plane, such as a creation; it is renewed while the change runs. */
  controlLeaseSeconds: 8,
  /** A write waits this long for rows that another write holds. */
  lockTimeoutMs: 5_000,
  previewTtlSeconds: 5 * 60,
  previewSampleRows: 5,
  /** A follow-up is read with a question this long ago at the most. */
  threadTtlSeconds: 7 * 24 * 60 * 60,
  glossaryTermsMax: 200,
  glossaryTermMaxLength: 80,
  glossaryMeansMaxLength: 400,
  glossarySqlMaxLength: 1_000,
  glossaryNotesMaxLength: 4_000,
  /** Of one result, in a chat. */
  chatRowsKept: 50,
  traceTtlSeconds: 30 * 24 * 60 * 60,
  /** Of a statement's bound values as JSON, in a receipt. */
  traceParamsMaxCharacters: 32_768,
  /** An anonymous session ends so long after its last use … */
  anonymousSessionSeconds: 72 * 60 * 60,
  /** How long a write of the service can be undone. */
  undoTtlSeconds: 24 * 60 * 60,
  /** Of one write, for undoing it: rows of each table, and bytes of their contents before it. */
  undoRows: 20_000,
  undoBytes: 8 * 1024 * 1024,
  /** Of all writes to one database together; the oldest go first. */
  undoDatabaseBytes: 128 * 1024 * 1024,
  /** … and so long after its beginning at the latest. */
  anonymousSessionMostSeconds: 30 * 24 * 60 * 60,
  listLimitDefault: 100,
  listLimitMax: 1_000,
  modelNameMaxLength: 160,
  scopeMaxLength: 256,
  databaseNameMaxLength: 80,
  databaseIdMaxLength: 64,
  /** Bytes of one JSON reply as it is sent. */
  replyMaxBytes: 16 * 1024 * 1024,
  /** Bytes of one result on the engine's socket, before the driver parses them: as JSON a result is no shorter. */
  resultMaxBytes: 16 * 1024 * 1024,
  /** Of all results on their way from engines, and of all replies that wait to be read. */
  receivingMaxBytes: 256 * 1024 * 1024,
  unsentMaxBytes: 256 * 1024 * 1024,
  /** The same of one portion of a stream. */
  portionMaxBytes: 64 * 1024 * 1024,
} as const;
