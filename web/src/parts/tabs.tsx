import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface TabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly (readonly [Value, string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Of the tab that is chosen. */
  readonly children: ReactNode;
}

/** A few views in one place; the arrows go from one to the next (WAI-ARIA, the tabs pattern). */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const id = useId();
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(([one]) => one === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChange(next[0]);
    document.getElementById(`${id}-${next[0]}`)?.focus();
  };
  return (
    <div className="tabs">
      <div role="tablist" aria-label={label}>
        {tabs.map(([one, name]) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            aria-selected={one === value}
            aria-controls={`${id}-panel`}
            tabIndex={one === value ? 0 : -1}
            onClick={() => onChange(one)}
            onKeyDown={onKey}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  );
}
