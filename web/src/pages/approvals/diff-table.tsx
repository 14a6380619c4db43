import type { Output } from '../../../../src/contract/operations.ts';

type Diff = NonNullable<Output<'getApproval'>['diff']>;
type Row = Readonly<Record<string, unknown>> | null;

/** What a write does to rows, as it was shown to the agent: each value, with the one before where it changes. */
export function DiffTable({ diff: { summary, sample, affectedRows }, label }: { readonly diff: Diff; readonly label: string }) {
  const columns = [...new Set(sample.flatMap(({ before, after }) => [...Object.keys(before ?? {}), ...Object.keys(after ?? {})]))];
  return (
    <>
      <p>{summary}</p>
      {columns.length > 0 ? (
        // Wide tables are moved sideways, with the keyboard too.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached
        <section className="scroll" aria-label={label} tabIndex={0}>
          <table>
            <caption>
              {sample.length < affectedRows
                ? `${sample.length} of ${affectedRows} rows`
                : `${affectedRows} ${affectedRows === 1 ? 'row' : 'rows'}`}
            </caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sample.map(({ before, after }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a sample never move
                <tr key={index}>
                  {columns.map((column) => (
                    <td key={column}>
                      <Cell before={before} after={after} column={column} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </>
  );
}

function Cell({ before, after, column }: { readonly before: Row; readonly after: Row; readonly column: string }) {
  const [was, is] = [before && said(before[column]), after && said(after[column])];
  if (was === null || is === null) return was === null ? <ins>{is}</ins> : <del>{was}</del>;
  return was === is ? (
    was
  ) : (
    <>
      <del>{was}</del> <ins>{is}</ins>
    </>
  );
}

const said = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value);
