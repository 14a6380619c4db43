import { Link } from 'wouter';
import { addressOf } from '../base.ts';
import { Page } from '../parts/page.tsx';

export function HomePage() {
  return (
    <Page
      title="svc"
      intro="The database that people and agents talk to: plain English or SQL in; an answer, the rows and the exact SQL out."
    >
      <ul className="tiles">
        <li>
          <Link href="/ask">Ask</Link>
          <span className="small">Ask a database in plain English; see the answer, its SQL, and what it would change.</span>
        </li>
        <li>
          <Link href="/create">Create</Link>
          <span className="small">A few sentences become tables, which you look at and change before they are made.</span>
        </li>
        <li>
          <Link href="/look">Look</Link>
          <span className="small">Tables as a list and as a diagram, their rows, and what your words mean.</span>
        </li>
        <li>
          <Link href="/sql">SQL</Link>
          <span className="small">One statement, with names completed, its plan, and what it would change before it does.</span>
        </li>
        <li>
          <Link href="/import">Import</Link>
          <span className="small">Files become tables; their keys and relations are found in them.</span>
        </li>
        <li>
          <Link href="/connections">Databases</Link>
          <span className="small">What you have, under which names, and when it was last asked.</span>
        </li>
        <li>
          <Link href="/agents">Agents</Link>
          <span className="small">Which hosts are connected and what they do, each cut off with one click; what waits for you; usage.</span>
        </li>
        <li>
          <Link href="/keys">Keys</Link>
          <span className="small">For programs, pages and agents. Each can be ended at once.</span>
        </li>
        <li>
          <Link href="/grants">Grants</Link>
          <span className="small">Let others read some of your tables, and see how much they do.</span>
        </li>
        <li>
          <Link href="/audit">Audit log</Link>
          <span className="small">Who did what, when and from where.</span>
        </li>
        <li>
          <a href={addressOf('/docs')}>API reference</a>
          <span className="small">
            Every call, to be tried in the page; the same as <a href={addressOf('/openapi.json')}>OpenAPI</a>. Agents connect to{' '}
            <code>{addressOf('/mcp')}</code>.
          </span>
        </li>
      </ul>
      <h2>A first call, from a terminal</h2>
      <pre>{`svc new "track coffee beans with roaster, price and rating"\nsvc ask "How many coffee beans are there?"`}</pre>
    </Page>
  );
}
