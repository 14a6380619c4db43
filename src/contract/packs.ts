import { z } from 'zod';
import { DatabaseId } from './database.ts';
import { code } from './errors.ts';
import { LIMITS } from './limits.ts';
import { storableText } from './text.ts';

/** What an import may be read as. */
export const PACKS = ['tabular', 'notes', 'repo'] as const;
export type PackId = (typeof PACKS)[number];

export const IMPORT_PHASES = ['inspecting', 'classifying', 'extracting', 'saving', 'verifying', 'complete'] as const;
export type ImportPhase = (typeof IMPORT_PHASES)[number];

/** What a column of an imported table can be. */
export const IMPORTED_TYPES = ['boolean', 'bigint', 'numeric', 'date', 'timestamptz', 'uuid', 'jsonb', 'text'] as const;
export type ImportedType = (typeof IMPORTED_TYPES)[number];

/** How numbers and days may be written that come as text: 1,250.50, 1.250,50, 31/12/2026 and 12/31/2026, with days as 2026-12-31 among both. */
export const IMPORTED_FORMS = ['grouped', 'decimal_comma', 'day_first', 'month_first'] as const;
export type ImportedForm = (typeof IMPORTED_FORMS)[number];

/** 192 random bits: whoever has the id may see how the import goes on. */
const ImportId = z.string().regex(/^imp_[\w-]{32}$/, code('import_not_found'));

const megabytes = (bytes: number): string => `${bytes / 1_048_576} MiB`;

const fileName = storableText()
  .min(1, 'A file has a name.')
  .max(LIMITS.importFileNameMaxLength, `A file has a name of at most ${LIMITS.importFileNameMaxLength} characters.`);

/** RFC 4648, section 4. Megabytes of it are looked at without being decoded. */
const base64 = () =>
  z
    .string()
    .meta({ format: 'base64', contentEncoding: 'base64' })
    .refine((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text), 'This is no base64.');

const SourceFile = z
  .strictObject({
    name: fileName.describe('Its ending says what it is; a table is named after it.'),
    text: z.string().optional(),
    base64: base64().optional(),
    bytes: z.int().min(0).max(LIMITS.importSourceMaxBytes).optional().describe('Its length, for a file that is sent in parts afterwards.'),
  })
  .refine(({ text, base64, bytes }) => [text, base64, bytes].filter((one) => one !== undefined).length === 1, {
    error: 'Give a file either `text`, `base64` or `bytes`.',
  });

const ImportSource = z.union(
  [
    z.string(),
    z.strictObject({
      text: z.string().optional(),
      name: fileName.optional().describe('Of `text`, or of what `url` leads to, such as orders.csv.'),
      url: z
        .string()
        .max(LIMITS.importUrlMaxLength)
        .optional()
        .describe(`https, at a public address; at most ${megabytes(LIMITS.importSourceMaxBytes)}.`),
      files: z.array(SourceFile).max(LIMITS.importFilesMax, `At most ${LIMITS.importFilesMax} files in one import.`).optional(),
    }),
  ],
  { error: ({ input }) => (input === undefined ? 'source_required' : 'A source is text, or an object with `text`, `url` or `files`.') },
);

export const CreateImportRequest = z.object({
  packId: z.enum(PACKS, code('unknown_pack')),
  source: ImportSource.describe(
    `Text, a URL or files: at most ${megabytes(LIMITS.importBodyMaxBytes)} here; longer files are sent in parts. It is never shown again.`,
  ),
  db: DatabaseId.optional().describe('One of your databases; a new one is made when absent.'),
  dbId: DatabaseId.optional().describe('Another spelling of `db`.'),
  name: storableText().max(LIMITS.databaseNameMaxLength).optional().describe('Of the new database.'),
  auto: z.boolean().default(true).describe('Whether an import of an account goes on by itself; otherwise each phase waits for `advance`.'),
});
export type CreateImportRequest = z.infer<typeof CreateImportRequest>;

export const ImportById = z.object({ id: ImportId });

export const AddToImportRequest = z.object({
  file: fileName.describe('As it was named when the import was created.'),
  at: z.int().min(0).describe('How many of its bytes were sent before.'),
  base64: base64()
    .max(Math.ceil(LIMITS.importPartMaxBytes / 3) * 4, `A part has at most ${megabytes(LIMITS.importPartMaxBytes)}.`)
    .default(''),
});

export const AddToImportReply = z.object({
  file: z.string(),
  received: z.number().describe('Bytes that are here: where the next part begins.'),
  bytes: z.number(),
});

const importedName = z.string().min(1).max(63);

/** Named as they were found; what is not said stays. */
export const CorrectImportRequest = z.object({
  tables: z
    .array(
      z.strictObject({
        name: importedName,
        key: importedName.nullable().optional().describe('The column that tells its rows apart; null counts them in a column of its own.'),
        columns: z
          .array(
            z.strictObject({
              name: importedName,
              type: z.enum(IMPORTED_TYPES).optional().describe('One of those that all of its values fit.'),
              written: z
                .enum(IMPORTED_FORMS)
                .optional()
                .describe(
                  'With `type`: how its numbers or dates are written, where that can be read in two ways, such as 1,250 or 03/04/2026.',
                ),
              pointsAt: importedName.nullable().optional().describe('The table whose key its values are, or null.'),
            }),
          )
          .optional(),
      }),
    )
    .min(1, 'Say what is to be corrected.')
    .max(LIMITS.importTablesMax),
});
export type CorrectImportRequest = z.infer<typeof CorrectImportRequest>;

const FoundTable = z.object({
  name: z.string(),
  from: z.string().describe('The file, or the sheet of one.'),
  rows: z.number(),
  key: z.string().nullable().describe('The likeliest column, whose values may still turn out to repeat; null where rows are counted.'),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.enum(IMPORTED_TYPES),
      fits: z
        .array(z.enum(IMPORTED_TYPES))
        .describe('Every type that all of its values fit, in one way alone or in the one that was taken.'),
      ways: z
        .array(z.object({ type: z.enum(IMPORTED_TYPES), written: z.enum(IMPORTED_FORMS).nullable() }))
        .describe('Every way to read all of its values: what a correction may say.'),
      written: z
        .enum(IMPORTED_FORMS)
        .nullable()
        .describe('How its numbers or dates are read, where they are not written as the type has them.'),
      isFull: z.boolean().describe('Whether every row has a value in it, as a key has.'),
      pointsAt: z.string().nullable().describe('The table whose key its values seem to be.'),
    }),
  ),
});
export type FoundTable = z.infer<typeof FoundTable>;

const count = z.number().nullable();

export const ImportProgress = z.object({
  phase: z.enum(IMPORT_PHASES),
  items: count.describe('Files, sheets and the like.'),
  records: count.describe('Rows or memories that were found.'),
  written: count,
  plannedWrites: count,
  verified: count.describe('Of the written ones, those that were counted in the database afterwards.'),
  skipped: count.describe('Records that look like secrets, such as keys and passwords: they are written nowhere.'),
});
export type ImportProgress = z.infer<typeof ImportProgress>;

export const ImportError = z.object({
  code: z.string(),
  message: z.string(),
  action: z.string(),
  retryable: z.boolean(),
  params: z.record(z.string(), z.unknown()).optional(),
});
export type ImportError = z.infer<typeof ImportError>;

/** How an import goes on. Never what is imported. */
export const ImportRecord = z.object({
  id: z.string(),
  packId: z.enum(PACKS),
  phase: z.enum(IMPORT_PHASES),
  dbId: z.string().nullable().describe('The database, once it is there.'),
  progress: ImportProgress.describe('A count is null before the phase that counts it.'),
  assumptions: z.array(z.string()).describe('What was supposed of the source: keys, relations, encodings, names.'),
  tables: z.array(FoundTable).describe('What was found, once all rows were read; it can be corrected until the first is written.'),
  error: ImportError.nullable().describe('Why it stands still; `retry` tries that phase again.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ImportRecord = z.infer<typeof ImportRecord>;

/** Whether a file begins as what `git log` prints, by itself or with --oneline: lines of a hash and a subject, of which one word of letters alone might be a note's. */
export function beginsGitLog(text: string): boolean {
  if (/^commit [0-9a-f]{7,64}\b/.test(text)) return true;
  const lines = text.split('\n', 6).slice(0, 5);
  // The last may be cut.
  const whole = lines.length > 1 ? lines.filter((line, at) => at < lines.length - 1 || line !== '') : lines;
  const hashes = whole
    .filter((line) => !/^(?:\d+|-|[ACDMRTUX]\d{0,3})\t/.test(line) && line.trim() !== '')
    .map((line) => /^[0-9a-f]{7,64}(?= \S)/.exec(line)?.[0]);
  return hashes.length > 0 && hashes.every((hash) => hash !== undefined) && hashes.some((hash) => /\d/.test(hash ?? ''));
}
