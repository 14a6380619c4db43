import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf } from '../base.ts';
import { client } from '../client.ts';
import { announce } from '../parts/announce.tsx';
import { Listed, useList } from '../parts/listed.tsx';
import { nameOfAgent } from '../parts/name-of-key.ts';
import { focusHeading, Page } from '../parts/page.tsx';
import { visible } from '../parts/value-text.ts';
import { AgentCard } from './agents/agent-card.tsx';
import { UsageView } from './agents/usage-view.tsx';
import { Waiting } from './agents/waiting.tsx';

/** What agents do here, what they wait for, and the way to end one. */
export function AgentsPage() {
  const queries = useQueryClient();
  // Active ones come first, and are no more than a page.
  const list = useList(['keys'], (page, options) => client.listKeys(page, options));
  const [cutOff, setCutOff] = useState<string | null>(null);
  const onCutOff = (name: string) => {
    setCutOff(name);
    announce(`${name} is cut off.`);
    void queries.invalidateQueries({ queryKey: ['keys'] }).then(focusHeading);
    void queries.invalidateQueries({ queryKey: ['usage'] });
  };
  return (
    <Page
      title="Agents"
      intro="The agent hosts that are connected, what each asked last, and what they wait for. Cut off, a host ends at once and for good, with all that runs by it."
    >
      {cutOff === null ? null : (
        <p className="note good">
          <bdi>{visible(cutOff)}</bdi> is cut off.
        </p>
      )}
      <Waiting />
      <h2>Connected hosts</h2>
      <Listed list={list} noun="agents" empty={NOBODY}>
        {(keys) => {
          const agents = keys.filter(({ type, revokedAt }) => type === 'sk_mcp' && revokedAt === null);
          if (agents.length === 0) return <div className="empty">{NOBODY}</div>;
          return (
            <ul className="cards">
              {agents.map((agent, index) => (
                <AgentCard key={agent.id} agent={agent} isOpen={index < OPEN_AT_FIRST} onCutOff={() => onCutOff(nameOfAgent(agent))} />
              ))}
            </ul>
          );
        }}
      </Listed>
      <h2>Usage</h2>
      <UsageView keys={list.data ?? []} />
    </Page>
  );
}

/** More are a click away. */
const OPEN_AT_FIRST = 5;

const NOBODY = (
  <>
    No agent is connected. <code>svc mcp install</code> connects the hosts of a machine; others connect to <code>{addressOf('/mcp')}</code>.
  </>
);
