import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { PagePath } from '../../src/contract/pages.ts';
import { Account } from './account.tsx';
import { addressOf } from './base.ts';
import icon from './icon.svg';
import { Announcements } from './parts/announce.tsx';
import { Boundary } from './parts/boundary.tsx';
import { GoTo } from './parts/go-to.tsx';
import { useWaiting } from './waiting.ts';

const LINKS: readonly (readonly [PagePath, string])[] = [
  ['/', 'Overview'],
  ['/ask', 'Ask'],
  ['/create', 'Create'],
  ['/look', 'Look'],
  ['/sql', 'SQL'],
  ['/import', 'Import'],
  ['/connections', 'Databases'],
  ['/agents', 'Agents'],
  ['/keys', 'Keys'],
  ['/grants', 'Grants'],
  ['/approvals', 'Approvals'],
  ['/sessions', 'Sessions'],
  ['/audit', 'Audit log'],
];

/** What stands around every page: the way to the others, and where news are read out. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const [location] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const menuId = useId();
  const menuButton = useRef<HTMLButtonElement>(null);
  const waiting = useWaiting();
  const closeMenu = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return;
    setOpen(false);
    menuButton.current?.focus();
  };
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <Link href="/" className="brand">
          <img src={icon} alt="" width="28" height="28" />
          svc
        </Link>
        <button
          ref={menuButton}
          type="button"
          className="menu-button"
          aria-expanded={isOpen}
          aria-controls={menuId}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={closeMenu}
        >
          Menu
        </button>
        <nav id={menuId} aria-label="Pages" className={isOpen ? 'menu open' : 'menu'} onKeyDown={closeMenu}>
          <ul>
            {LINKS.map(([path, name]) => (
              <li key={path}>
                <Link href={path} aria-current={location === path ? 'page' : undefined} onClick={() => setOpen(false)}>
                  {name}
                  {path === '/approvals' && waiting > 0 ? <Count waiting={waiting} /> : null}
                </Link>
              </li>
            ))}
            <li>
              <a href={addressOf('/docs')}>API reference</a>
            </li>
          </ul>
          <Account />
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <Boundary key={location}>{children}</Boundary>
      </main>
      <GoTo pages={LINKS} />
      <Announcements />
    </div>
  );
}

/** A number beside a word is read out as what it counts. */
const Count = ({ waiting }: { readonly waiting: number }) => (
  <>
    {' '}
    <span className="count" aria-hidden="true">
      {waiting}
    </span>
    <span className="heard">({waiting} waiting)</span>
  </>
);
