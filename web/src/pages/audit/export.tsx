import { useMutation } from '@tanstack/react-query';
import type { AuditFilter } from '../../../../src/contract/audit.ts';
import { client } from '../../client.ts';
import { announce } from '../../parts/announce.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { saveAs } from '../../parts/save-as.ts';

const FORMATS = { csv: 'CSV', json: 'JSON' } as const;
type Format = keyof typeof FORMATS;

/** The whole log as the filter has it, as a file. */
export function Export({ filter }: { readonly filter: AuditFilter }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (format: Format) => saveAs(`audit.${format}`, await READ[format](filter)),
    onSuccess: () => announce('The log is saved as a file.'),
  });
  return (
    <div className="export">
      {(Object.keys(FORMATS) as Format[]).map((format) => (
        <button key={format} type="button" aria-disabled={isPending} onClick={() => (isPending ? undefined : mutate(format))}>
          Export {FORMATS[format]}
        </button>
      ))}
      {error ? <ErrorNote error={error} /> : null}
    </div>
  );
}

const READ: Readonly<Record<Format, (filter: AuditFilter) => Promise<Blob>>> = {
  async csv(filter) {
    const { body, contentType } = await client.auditRows(filter, 'csv');
    return await new Response(body, { headers: { 'content-type': contentType } }).blob();
  },
  /** One array, which every program reads, in place of the lines that are streamed. */
  async json(filter) {
    const { body } = await client.auditRows(filter, 'ndjson');
    const lines = (await new Response(body).text()).split('\n').filter(Boolean);
    return new Blob([`[${lines.join(',\n')}]\n`], { type: 'application/json' });
  },
};
