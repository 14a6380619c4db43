import { Field } from '../../parts/field.tsx';

interface ValuesProps {
  /** How many values the statement names: `$1` to `$n`. */
  readonly names: number;
  readonly texts: readonly string[];
  readonly onChange: (texts: readonly string[]) => void;
}

/** More are written into the statement. */
const VALUES_MAX = 30;

/** A field for each value that a statement names. */
export function Values({ names, texts, onChange }: ValuesProps) {
  if (names === 0) return null;
  return (
    <fieldset className="choice">
      <legend>Values</legend>
      <p className="small">A number, true, false, null or JSON is taken as that, all else as text; "5" in double quotes is the text 5.</p>
      <div className="pair">
        {Array.from({ length: names }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a value is named by its place
          <Field key={index} label={`$${index + 1}`}>
            {(props) => (
              <input
                {...props}
                autoComplete="off"
                value={texts[index] ?? ''}
                onChange={({ target }) =>
                  onChange(Array.from({ length: names }, (_, at) => (at === index ? target.value : (texts[at] ?? ''))))
                }
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

/** The highest of `$1`, `$2` … outside of texts in quotes and comments. */
export function valuesIn(sql: string): number {
  const bare = sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--.*|\/\*[\s\S]*?\*\//g, ' ');
  const named = [...bare.matchAll(/\$(\d{1,2})/g)].map(([, digits]) => Number(digits));
  return Math.min(Math.max(0, ...named), VALUES_MAX);
}

export const paramsOf = (names: number, texts: readonly string[]): unknown[] =>
  Array.from({ length: names }, (_, index) => typedValue(texts[index] ?? ''));

function typedValue(text: string): unknown {
  // With more digits than a double holds it stays as it is written.
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return String(Number(text)) === text ? Number(text) : text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
