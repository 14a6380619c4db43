import type { ResultSet } from '../../../../src/client/index.ts';
import { announce } from '../../parts/announce.tsx';
import { copyText } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { plainText, valueText, visible } from '../../parts/value-text.ts';

interface RowDialogProps {
  readonly title: string;
  readonly columns: ResultSet['columns'];
  readonly row: ResultSet['data'][number];
  readonly onClose: () => void;
  /** What else can be done with the row. */
  readonly act?: string;
  readonly onAct?: () => void;
}

/** All of a row: each value whole, under the name of its column. */
export function RowDialog({ title, columns, row, onClose, act, onAct }: RowDialogProps) {
  const copy = async (name: string) =>
    announce((await copyText(plainText(row[name]))) ? `Copied: ${visible(name)}.` : 'This browser lets no page copy here.');
  return (
    <Dialog title={title} onClose={onClose}>
      <dl className="whole-row">
        {columns.map(({ name, type }) => (
          <div key={name}>
            <dt>
              <bdi>{visible(name)}</bdi> <span className="small">{visible(type)}</span>
              <button type="button" aria-label={`Copy ${visible(name)}`} onClick={() => void copy(name)}>
                Copy
              </button>
            </dt>
            <dd>
              <bdi>{valueText(row[name])}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className="buttons">
        {act === undefined ? null : (
          <button type="button" onClick={onAct}>
            {act}
          </button>
        )}
        <button type="button" className="primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
