import type { Output } from '../../../../src/contract/operations.ts';
import { Facts } from '../../parts/facts.tsx';
import { When } from '../../parts/when.tsx';

interface SessionCardProps {
  readonly session: Output<'listSessions'>[number];
  readonly onEnd: () => void;
}

const METHODS: Readonly<Record<string, string>> = {
  email: 'by mail',
  link: 'by a link of this machine',
  github: 'by GitHub',
  google: 'by Google',
};

export function SessionCard({ session, onEnd }: SessionCardProps) {
  const { method, agent, address, createdAt, lastUsedAt, expiresAt, current } = session;
  const browser = browserIn(agent);
  return (
    <li className="card">
      <div className="card-head">
        <h2>{browser}</h2>
        {current ? <span className="tag">this browser</span> : null}
        <button type="button" onClick={onEnd} aria-label={`Sign out ${browser}, signed in ${createdAt}`}>
          Sign out
        </button>
      </div>
      <Facts
        facts={[
          ['Signed in', METHODS[method] ?? method],
          ['From', address],
          ['Since', <When key="since" at={createdAt} />],
          ['Last used', <When key="used" at={lastUsedAt} />],
          ['Ends', <When key="ends" at={expiresAt} />],
        ]}
      />
    </li>
  );
}

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** What a browser says of itself, in two words. */
export function browserIn(agent: string | null): string {
  if (agent === null) return 'An unknown browser';
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1];
  return browser === undefined ? agent : `${browser}${system === undefined ? '' : ` on ${system}`}`;
}
