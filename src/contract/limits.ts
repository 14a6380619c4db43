/** Every number of the interface. Units are in the names. */
export const LIMITS = {
  goalMaxLength: 2_000,
  sqlMaxLength: 65_536,
  paramsMax: 1_000,
  /** Of one transaction. */
  transactionStatementsMax: 100,
  bodyMaxBytes: 1_048_576,
  insertBodyMaxBytes: 16_777_216,
  /** Arrays and objects inside each other, in a body or in one stored value. */
  jsonDepthMax: 200,
  /** Keys of one object, and of all objects of a body. */
  jsonKeysPerObjectMax: 10_000,
  jsonKeysMax: 1_000_000,
  /** Members and elements of all objects and arrays of a body. */
  jsonValuesMax: 1_000_000,
  /** The same of one row, or of one bound value. */
  jsonItemValuesMax: 100_000,
  /** Of a number: PostgreSQL's `numeric` has up to 131,072 digits before its point and 16,383 after it. */
  jsonNumberMaxLength: 150_000,
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
  /** Of what waits for the owner of an account. */
  approvalTtlSeconds: 60 * 60,
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
  /** Of one page of receipts, and of what was asked, in a list of them. */
  tracesListMax: 100,
  traceTextMaxLength: 200,
  /** Calls are counted by day for so long. */
  usageDaysMax: 90,
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
  /** A sign-in link counts this long, and once. */
  signInLinkSeconds: 15 * 60,
  signInTokenMaxLength: 256,
  /** A human check has to be solved in this time. */
  challengeSeconds: 5 * 60,
  /** Links to one e-mail address in that time: asked for from one address, and from all. */
  signInLinksMax: 5,
  signInLinksOfAddressMax: 20,
  /** A device's codes count this long, and it asks for its key at most once in `devicePollSeconds` (RFC 8628, 3.2). */
  deviceFlowSeconds: 15 * 60,
  devicePollSeconds: 5,
  /** Codes for devices that one address asks for in that time. */
  deviceCodesOfAddressMax: 30,
  deviceCodeMaxLength: 256,
  /** Codes that are typed in that time, right or wrong: by one account, and from one address. */
  userCodesMax: 30,
  userCodesOfAddressMax: 100,
  /** A browser's session ends so long after its last use, which is noted at most once an hour. */
  webSessionSeconds: 30 * 24 * 60 * 60,
  webSessionSlideSeconds: 60 * 60,
  /** A sign-in at a provider may take this long. */
  oauthFlowSeconds: 10 * 60,
  oauthAnswerMaxLength: 2_048,
  /** An agent host's code counts this long (RFC 6749, 4.1.2), and once; asking for it may take this long. */
  agentCodeSeconds: 60,
  /** One that was used is known for so long: shown again, it ends what it gave. */
  usedCodeSeconds: 24 * 60 * 60,
  consentSeconds: 15 * 60,
  /** Of its tokens: the access token's life, and how long after its last use a refresh token still counts. */
  agentAccessTokenSeconds: 60 * 60,
  agentRefreshTokenSeconds: 90 * 24 * 60 * 60,
  /** A refresh token that was just rotated gives the same answer once more, to a host that did not get it. */
  agentRefreshGraceSeconds: 10,
  agentTokenMaxLength: 512,
  /** Of a field of OAuth that is an address or another's text. */
  oauthFieldMaxLength: 2_048,
  clientNameMaxLength: 80,
  redirectUrisMax: 10,
  registrationMaxBytes: 16_384,
  /** Requests of one address to the OAuth server in a minute: an office's hosts refresh their tokens at about the same time. */
  oauthRequestsOfAddressMax: 300,
  /** Of one address in an hour: clients that it registers, and documents of clients that are fetched for it. */
  clientsOfAddressMax: 30,
  clientDocumentsOfAddressMax: 60,
  clientDocumentMaxBytes: 32_768,
  /** A client with which nobody connects is forgotten after this long. */
  unusedClientSeconds: 30 * 24 * 60 * 60,
  /** Keys that one question may be about. */
  keysAskedMax: 10_000,
  /** Of the name that a browser gives itself. */
  agentMaxLength: 256,
  listLimitDefault: 100,
  listLimitMax: 1_000,
  modelNameMaxLength: 160,
  scopeMaxLength: 256,
  /** Of an agent memory, in characters. */
  memoryContentMaxLength: 10_000,
  memoryNameMaxLength: 256,
  memoryTagMaxLength: 64,
  memoryTagsMax: 32,
  /** Of one call. */
  memoryItemsMax: 1_000,
  /** Of an entity's properties as JSON. */
  memoryPropertiesMaxLength: 16_384,
  memoryTtlMaxSeconds: 10 * 366 * 24 * 60 * 60,
  databaseNameMaxLength: 80,
  connectionUrlMaxLength: 4_096,
  connectChoiceMaxLength: 512,
  /** From a provider's consent to the last moment of choosing a database there. */
  connectPickSeconds: 10 * 60,
  schemaPreviewMaxLength: 4_000,
  databaseIdMaxLength: 64,
  keyNameMaxLength: 80,
  keyHostMaxLength: 32,
  keyDeviceMaxLength: 64,
  /** Databases that a key is narrowed to. */
  keyDatabasesMax: 100,
  /** Active ones of an account. */
  keysMax: 100,
  byollmProviderMaxLength: 64,
  byollmKeyMaxLength: 512,
  /** Tables of one grant. */
  grantScopeMax: 64,
  /** Hidden columns of one table of a grant. */
  grantMaskMax: 200,
  grantConditionMaxLength: 1_000,
  priceModelMaxLength: 256,
  /** Active ones of an account, as their owner. */
  grantsMax: 1_000,
  /** Of an e-mail address (RFC 5321, 4.5.3.1). */
  emailMaxLength: 254,
  /** Two identifiers of PostgreSQL and a dot. */
  tableNameMaxLength: 127,
  /** Of a publishable key. */
  keyOriginsMax: 32,
  originMaxLength: 256,
  /** Longest time that a revoked key may still be taken: what was looked up is forgotten before, and told as soon as it is revoked. */
  revocationMaxMs: 1_000,
  /** Bytes of one JSON reply as it is sent. */
  replyMaxBytes: 16 * 1024 * 1024,
  /** Bytes of one result on the engine's socket, before the driver parses them: as JSON a result is no shorter. */
  resultMaxBytes: 16 * 1024 * 1024,
  /** Of all results on their way from engines, and of all replies that wait to be read. */
  receivingMaxBytes: 256 * 1024 * 1024,
  unsentMaxBytes: 256 * 1024 * 1024,
  /** The same of one portion of a stream. */
  portionMaxBytes: 64 * 1024 * 1024,
  /** Of a request that creates an import, its source with it. */
  importBodyMaxBytes: 16_777_216,
  /** Of one line of what `git log` prints. */
  importLogLineMaxLength: 65_536,
  /** Of one note, and of lists and quotations inside each other in it. */
  importNoteMaxBytes: 4 * 1024 * 1024,
  importNoteDepthMax: 32,
  /** Of all files of one import, sent in parts or read from a URL. */
  importSourceMaxBytes: 256 * 1024 * 1024,
  /** Of one part of a file. */
  importPartMaxBytes: 4 * 1024 * 1024,
  /** Of a file that has to be read as a whole: JSON, NDJSON, Parquet, XLSX, a log; and of what it unpacks to. */
  importDocumentMaxBytes: 64 * 1024 * 1024,
  importUnpackedMaxBytes: 256 * 1024 * 1024,
  /** Of a file of Parquet, in all its columns. */
  importCellsMax: 10_000_000,
  /** The same of a workbook (XLSX), whose cells take several times as much once they are read. */
  importWorkbookMaxBytes: 64 * 1024 * 1024,
  importFilesMax: 1_000,
  importFileNameMaxLength: 200,
  importUrlMaxLength: 4_096,
  /** Tables that one import makes. */
  importTablesMax: 64,
  /** Of one row with all its cells. */
  importRowMaxBytes: 16 * 1024 * 1024,
  /** Scanned at once, a row more than that at the most. */
  importPortionBytes: 8 * 1024 * 1024,
  /** Imports of one owner that are not complete, and bytes that they hold. */
  importsOpenMax: 50,
  importsOpenBytes: 1024 * 1024 * 1024,
  /** The same of an anonymous session. */
  importsOpenAnonymousMax: 5,
  importsOpenAnonymousBytes: 64 * 1024 * 1024,
  /** What is not complete by then is forgotten with its source: before the hosted database forgets which portions it wrote (`idempotencyTtlSeconds`). */
  importUnfinishedSeconds: 23 * 60 * 60,
  /** How long a complete one can be looked at. */
  importKeptSeconds: 30 * 24 * 60 * 60,
  /** Who works on an import says so again and again; a crash is noticed after this long. */
  importLeaseSeconds: 15,
  /** A step that so many processes died of, or lost, is not begun again. */
  importAttemptsMax: 3,
  /** Work of one `advance`, or of one job of the queue, before it gives way. */
  importSliceMs: 20_000,
  /** Of a download, in all. */
  importDownloadMs: 10 * 60_000,
} as const;

/** What JSON of a caller may hold, before it is parsed. */
export const JSON_LIMITS = {
  depth: LIMITS.jsonDepthMax,
  keysPerObject: LIMITS.jsonKeysPerObjectMax,
  keys: LIMITS.jsonKeysMax,
  values: LIMITS.jsonValuesMax,
  itemValues: LIMITS.jsonItemValuesMax,
  digits: LIMITS.jsonNumberMaxLength,
} as const;
