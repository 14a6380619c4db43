import { useEffect, useState } from 'react';
import { Copyable } from '../../parts/copy.tsx';
import type { Connected } from './bridge.ts';

const SHOWN_AFTER_MS = 3_000;

/** A host that listens on this machine may be on another one, or gone: then its code is brought to it by hand. */
export function Done({ connected: { name, redirectTo, code } }: { readonly connected: Connected }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="narrow">
      <p>You can close this page, and see or revoke what {name} has under Keys.</p>
      <p>
        <a href={redirectTo} target="_blank" rel="noreferrer">
          Go back to {name}
        </a>
      </p>
      {isShown ? (
        <section aria-label="Nobody answered?">
          <p>Nobody answered there? Then give {name} this code, or the whole address, within a minute.</p>
          <p>
            <Copyable text={code} name="the code" />
          </p>
          <p>
            <Copyable text={redirectTo} name="the address" />
          </p>
        </section>
      ) : null}
    </div>
  );
}
