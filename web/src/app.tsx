import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { PAGES, type PagePath } from '../../src/contract/pages.ts';
import { AgentsPage } from './pages/agents.tsx';
import { ApprovalsPage } from './pages/approvals.tsx';
import { AskPage } from './pages/ask.tsx';
import { AuditPage } from './pages/audit.tsx';
import { FromNeon, FromSupabase } from './pages/connect/from-provider.tsx';
import { ConnectPage } from './pages/connect.tsx';
import { ConnectionsPage } from './pages/connections.tsx';
import { DevicePage } from './pages/device.tsx';
import { GrantsPage } from './pages/grants.tsx';
import { HomePage } from './pages/home.tsx';
import { KeysPage } from './pages/keys.tsx';
import { NotFoundPage } from './pages/not-found.tsx';
import { SessionsPage } from './pages/sessions.tsx';
import { FromGitHub, FromGoogle } from './pages/sign-in/from-provider.tsx';
import { SignInPage } from './pages/sign-in.tsx';
import { SignedIn } from './parts/signed-in.tsx';
import { Shell } from './shell.tsx';

/** Comes when it is opened: what the first page does not need. */
const CreatePage = lazy(() => import('./pages/create.tsx'));
const ImportPage = lazy(() => import('./pages/import.tsx'));
const LookPage = lazy(() => import('./pages/look.tsx'));
const SqlPage = lazy(() => import('./pages/sql.tsx'));

interface Row {
  readonly component: ComponentType;
  /** Shows what an account has. */
  readonly needsAccount: boolean;
}

const ROWS: Readonly<Record<PagePath, Row>> = {
  '/': { component: HomePage, needsAccount: false },
  '/ask': { component: AskPage, needsAccount: true },
  '/create': { component: CreatePage, needsAccount: true },
  '/import': { component: ImportPage, needsAccount: true },
  '/look': { component: LookPage, needsAccount: true },
  '/sql': { component: SqlPage, needsAccount: true },
  '/sign-in': { component: SignInPage, needsAccount: false },
  '/sign-in/github': { component: FromGitHub, needsAccount: false },
  '/sign-in/google': { component: FromGoogle, needsAccount: false },
  '/device': { component: DevicePage, needsAccount: true },
  '/connect': { component: ConnectPage, needsAccount: true },
  '/connections': { component: ConnectionsPage, needsAccount: true },
  '/connect/neon': { component: FromNeon, needsAccount: true },
  '/connect/supabase': { component: FromSupabase, needsAccount: true },
  '/agents': { component: AgentsPage, needsAccount: true },
  '/keys': { component: KeysPage, needsAccount: true },
  '/grants': { component: GrantsPage, needsAccount: true },
  '/approvals': { component: ApprovalsPage, needsAccount: true },
  '/sessions': { component: SessionsPage, needsAccount: true },
  '/audit': { component: AuditPage, needsAccount: true },
};

export function App() {
  return (
    <Shell>
      <Suspense
        fallback={
          <p role="status" className="loading">
            Loading…
          </p>
        }
      >
        <Switch>
          {PAGES.map((path) => {
            const { component: Component, needsAccount } = ROWS[path];
            return (
              <Route key={path} path={path}>
                {needsAccount ? (
                  <SignedIn>
                    <Component />
                  </SignedIn>
                ) : (
                  <Component />
                )}
              </Route>
            );
          })}
          <Route component={NotFoundPage} />
        </Switch>
      </Suspense>
    </Shell>
  );
}
