import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import type { PagePath } from '../../../src/contract/pages.ts';
import { useMe } from '../me.ts';
import { useDatabases } from './database-select.tsx';
import { Dialog } from './dialog.tsx';
import { visible } from './value-text.ts';

interface Place {
  readonly name: string;
  readonly href: string;
}

interface GoToProps {
  readonly pages: readonly (readonly [PagePath, string])[];
}

/** More are found by letters of their names. */
const DATABASES_MAX = 12;

/** With Ctrl-K or ⌘K, from anywhere: a page, or a database to ask, by some letters of its name. */
export function GoTo({ pages }: GoToProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // Beside another dialog it would hide what is being decided there.
      setOpen(document.querySelector('dialog[open]') === null);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return isOpen ? <Places pages={pages} onClose={() => setOpen(false)} /> : null;
}

function Places({ pages, onClose }: GoToProps & { readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const { data: me } = useMe();
  const { data = [] } = useDatabases(Boolean(me));
  const letters = text.trim().toLowerCase();
  const fitting = (all: readonly Place[]) => all.filter(({ name }) => name.toLowerCase().includes(letters));
  const places = [
    ...fitting(pages.map(([href, name]) => ({ name, href }))),
    ...fitting(data.map(({ dbId, name }) => ({ name: `Ask ${visible(name)}`, href: `/ask?db=${encodeURIComponent(dbId)}` }))).slice(
      0,
      DATABASES_MAX,
    ),
  ];
  const go = (place: Place | undefined) => {
    if (place === undefined) return;
    onClose();
    navigate(place.href);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && places.length > 0) setAt((at + step + places.length) % places.length);
    else if (event.key === 'Enter') go(places[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        role="combobox"
        aria-label="Page or database"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={places.length > 0 ? `${listId}-${at}` : undefined}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <div role="listbox" id={listId} aria-label="Places" className="places">
        {places.map((place, index) => (
          // The input has the keys of all of them.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
          <div
            key={place.href}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => go(place)}
          >
            <bdi>{place.name}</bdi>
          </div>
        ))}
      </div>
      {places.length === 0 ? <p className="small">Nothing has such a name.</p> : null}
    </Dialog>
  );
}
