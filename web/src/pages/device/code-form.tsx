import { useState } from 'react';
import { Field } from '../../parts/field.tsx';

export function CodeForm({ onCode }: { readonly onCode: (code: string) => void }) {
  const [code, setCode] = useState('');
  return (
    <form
      className="narrow"
      onSubmit={(event) => {
        event.preventDefault();
        onCode(code);
      }}
    >
      <Field label="Code" hint="Eight letters, such as WDJB-MJHT.">
        {(props) => (
          <input
            {...props}
            required
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value.trim())}
          />
        )}
      </Field>
      <div className="buttons">
        <button type="submit" className="primary">
          Continue
        </button>
      </div>
    </form>
  );
}
