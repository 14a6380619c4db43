import type { ReactNode } from 'react';

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly name: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly hint?: ReactNode }[];
  readonly onChange: (value: Value) => void;
}

/** One of a few, each with a word of what it means. */
export function Choice<Value extends string>({ legend, name, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>
            {option.label}
            {option.hint === undefined ? null : <span className="small">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
