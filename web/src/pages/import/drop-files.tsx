import { useState } from 'react';
import { Field } from '../../parts/field.tsx';
import { visible } from '../../parts/value-text.ts';

interface DropFilesProps {
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
}

/** Files that are dropped, or chosen with the keyboard. */
export function DropFiles({ files, onFiles }: DropFilesProps) {
  const [isOver, setOver] = useState(false);
  return (
    // What is dropped can be chosen in the field as well.
    // biome-ignore lint/a11y/noStaticElementInteractions: the field has the same
    <div
      className={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files]);
      }}
    >
      <Field label="Files" hint="Choose them, or drop them here.">
        {(props) => <input {...props} type="file" multiple onChange={({ target }) => onFiles([...(target.files ?? [])])} />}
      </Field>
      {files.length > 0 ? (
        <ul aria-label="Files to import">
          {files.map(({ name, size }) => (
            <li key={name}>
              <bdi>{visible(name)}</bdi> <span className="small">{sizeOf(size)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

export const sizeOf = (bytes: number): string =>
  bytes < 1_000 ? `${bytes} bytes` : bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
