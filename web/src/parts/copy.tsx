import { useEffect, useRef, useState } from 'react';
import { announce } from './announce.tsx';

const SHOWN_MS = 4_000;
const LABELS = { ready: 'Copy', copied: 'Copied', marked: 'Marked: copy it' } as const;

/** A secret or an id that is copied with one press, and can be marked by hand. */
export function Copyable({ text, name }: { readonly text: string; readonly name: string }) {
  const shown = useRef<HTMLElement>(null);
  const [state, setState] = useState<keyof typeof LABELS>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    const done = await copyText(text);
    if (!done && shown.current) getSelection()?.selectAllChildren(shown.current);
    setState(done ? 'copied' : 'marked');
    announce(done ? `Copied: ${name}.` : 'This browser lets no page copy here. The text is marked: copy it with the keyboard.');
  };
  return (
    <span className="copyable">
      <code ref={shown}>{text}</code>
      <button type="button" onClick={() => void copy()} aria-label={`Copy ${name}`}>
        {LABELS[state]}
      </button>
    </span>
  );
}

/** The clipboard is there on loopback and with TLS alone. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
