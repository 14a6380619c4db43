import { useEffect, useRef } from 'react';
import type { Output } from '../../../../src/contract/operations.ts';
import { Copyable } from '../../parts/copy.tsx';
import { focusHeading } from '../../parts/page.tsx';

/** The one time that a key is shown. It stays until it is put away, and not in a dialog, which Escape would close. */
export function MintedKey({ minted, onDone }: { readonly minted: Output<'mintKey'>; readonly onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="note good" aria-labelledby="minted">
      <h2 id="minted" ref={heading} tabIndex={-1}>
        {minted.key === undefined ? 'This key was made before' : 'Your new key'}
      </h2>
      {minted.key === undefined ? (
        <p>
          An earlier try made it, and its text went with that reply, which did not arrive. Revoke the key that ends with{' '}
          <code>{minted.last4}</code> and make another.
        </p>
      ) : (
        <>
          <p>Store it now where your program finds it: it is not shown again.</p>
          <Copyable text={minted.key} name="the new key" />
        </>
      )}
      <div className="buttons">
        <button
          type="button"
          onClick={() => {
            onDone();
            focusHeading();
          }}
        >
          Done
        </button>
      </div>
    </section>
  );
}
