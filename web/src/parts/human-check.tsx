import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { SolveChallenge } from '../../../src/client/index.ts';
import { HUMAN_CHECK_SOURCES, type WidgetKind } from '../../../src/contract/human-check.ts';
import { Dialog } from './dialog.tsx';

/** What both providers' scripts put into the page, with explicit rendering (Turnstile and hCaptcha documentation, "client-side rendering"). */
interface Widget {
  render(
    element: HTMLElement,
    options: {
      sitekey: string;
      size: 'normal' | 'compact';
      callback: (token: string) => void;
      'error-callback': () => void;
      'expired-callback': () => void;
    },
  ): unknown;
}

interface Asked {
  readonly kind: WidgetKind;
  readonly siteKey: string;
  readonly what: string;
  readonly answer: (token: string | null) => void;
}

let asked: Asked | null = null;
const listeners = new Set<() => void>();
function setAsked(next: Asked | null): void {
  asked?.answer(null);
  asked = next;
  for (const listener of listeners) listener();
}

/** Shows the provider's widget, and gives its token; null when the person closes it. */
export const askPerson: SolveChallenge = async (challenge) => {
  if (challenge.kind === 'proof_of_work') return null;
  const { kind, siteKey, what } = challenge;
  return await new Promise((answer) => setAsked({ kind, siteKey, what, answer }));
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The check that a call of the page waits for, if there is one. */
export function HumanCheck() {
  const current = useSyncExternalStore(subscribe, () => asked);
  return current ? <Check key={current.siteKey} asked={current} /> : null;
}

function Check({ asked: { kind, siteKey, what, answer } }: { readonly asked: Asked }) {
  const place = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    const fail = () => setFailure('The check did not load or did not pass. Close this and try again.');
    loaded(kind).then((widget) => {
      if (isOver || !place.current) return;
      widget.render(place.current, {
        sitekey: siteKey,
        size: place.current.clientWidth < NORMAL_WIDTH ? 'compact' : 'normal',
        callback: (token) => {
          answer(token);
          setAsked(null);
        },
        'error-callback': fail,
        'expired-callback': fail,
      });
    }, fail);
    return () => {
      isOver = true;
    };
  }, [kind, siteKey, answer]);
  return (
    <Dialog title="Are you a person?" onClose={() => setAsked(null)}>
      <p>
        There were many {what}. This check is of {NAMES[kind]}.
      </p>
      <div ref={place} className="widget" />
      {failure === null ? null : <p role="alert">{failure}</p>}
      <div className="buttons">
        <button type="button" onClick={() => setAsked(null)}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

/** Of hCaptcha's widget, in pixels of a style sheet; Turnstile's is 3 narrower. */
const NORMAL_WIDTH = 303;
const NAMES: Readonly<Record<WidgetKind, string>> = { turnstile: 'Cloudflare Turnstile', hcaptcha: 'hCaptcha' };
const scripts = new Map<WidgetKind, Promise<Widget>>();

/** The provider's script, once; one that failed is tried again by the next check. */
function loaded(kind: WidgetKind): Promise<Widget> {
  const known = scripts.get(kind);
  if (known) return known;
  const loading = new Promise<Widget>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = HUMAN_CHECK_SOURCES[kind].script;
    script.onload = () => {
      const widget = (window as unknown as Partial<Record<WidgetKind, Widget>>)[kind];
      if (widget) resolve(widget);
      else reject(new Error(`${kind} is not in the page.`));
    };
    script.onerror = () => {
      scripts.delete(kind);
      script.remove();
      reject(new Error(`${kind} cannot be loaded.`));
    };
    document.head.append(script);
  });
  scripts.set(kind, loading);
  return loading;
}
