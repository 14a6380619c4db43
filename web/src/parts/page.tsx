import { type ReactNode, useEffect, useRef } from 'react';
import { useWaiting } from '../waiting.ts';

interface PageProps {
  readonly title: string;
  readonly intro?: ReactNode;
  /** Stands beside the title: what can be done on this page. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

let isFirst = true;

/** A page: its title is the document's, behind how many approvals wait, and gets the focus when it is opened from another page. */
export function Page({ title, intro, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const waiting = useWaiting();
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} – svc`;
  }, [title, waiting]);
  useEffect(() => {
    // A browser begins a new document by itself.
    if (!isFirst) heading.current?.focus();
    return () => {
      isFirst = false;
    };
  }, []);
  return (
    <>
      <div className="head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions}
      </div>
      {intro === undefined ? null : <p className="intro">{intro}</p>}
      {children}
    </>
  );
}

/** Where the focus goes when the element that had it goes. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('main h1')?.focus();
