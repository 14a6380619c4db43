import type { Diff } from '../../../src/client/index.ts';
import { valueText, visible } from './value-text.ts';

interface DiffTableProps {
  readonly diff: Diff;
  readonly label: string;
  /** The summary says what would be written, which is said otherwise once that is decided. */
  readonly isDecided?: boolean;
}

type Row = Readonly<Record<string, unknown>> | null;

/** What a write does to rows, as it was shown to who asks for it: each value, with the one before where it changes. */
export function DiffTable({ diff: { summary, sample, affectedRows }, label, isDecided = false }: DiffTableProps) {
  const columns = [...new Set(sample.flatMap(({ before, after }) => [...Object.keys(before ?? {}), ...Object.keys(after ?? {})]))];
  return (
    <>
      {isDecided ? null : (
        <p>
          <bdi>{visible(summary)}</bdi>
        </p>
      )}
      {columns.length > 0 ? (
        // Wide tables are moved sideways, with the keyboard too.
        // A group: a region is a landmark, of which a page would have several of one name.
        // biome-ignore lint/a11y: what scrolls has to be reached
        <div role="group" className="scroll" aria-label={label} tabIndex={0}>
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
                    <bdi>{visible(column)}</bdi>
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
        </div>
      ) : null}
    </>
  );
}

function Cell({ before, after, column }: { readonly before: Row; readonly after: Row; readonly column: string }) {
  const [was, is] = [before && valueText(before[column]), after && valueText(after[column])];
  return was === is ? (
    <bdi>{is}</bdi>
  ) : (
    <>
      {was === null ? null : (
        <del>
          <bdi>{was}</bdi>
        </del>
      )}{' '}
      {is === null ? null : (
        <ins>
          <bdi>{is}</bdi>
        </ins>
      )}
    </>
  );
}
