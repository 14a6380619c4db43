import type { Output } from '../../../../src/contract/operations.ts';
import { plainText, visible } from '../../parts/value-text.ts';
import { How } from '../ask/how.tsx';
import { Result } from '../ask/result.tsx';
import type { Statement } from './statement.ts';

interface RanProps {
  readonly reply: Output<'run'>;
  readonly statement: Statement;
}

/** What a statement that reads gave. */
export function Ran({ reply, statement: { isExplained, db } }: RanProps) {
  const [column] = reply.columns;
  return (
    <section className="card turn" aria-label="Result">
      {isExplained && column ? (
        <pre>
          <bdi>{reply.data.map((row) => visible(plainText(row[column.name]))).join('\n')}</bdi>
        </pre>
      ) : reply.data.length === 0 ? (
        <p className="answer">No rows.</p>
      ) : (
        <Result result={reply} statement={reply.trace} db={db} />
      )}
      <How trace={reply.trace} />
    </section>
  );
}
