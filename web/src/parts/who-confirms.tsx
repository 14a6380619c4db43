import { Choice } from './choice.tsx';

export type Confirm = 'agent' | 'owner';

const CONFIRMS = [
  { value: 'agent', label: 'The agent', hint: 'It sees what a change would do before it confirms it.' },
  { value: 'owner', label: 'You', hint: 'What it changes or deletes waits for you under Approvals; rows that it only adds do not.' },
] as const satisfies { value: Confirm; label: string; hint: string }[];

/** Of an agent that may write. */
export const WhoConfirms = ({ value, onChange }: { readonly value: Confirm; readonly onChange: (value: Confirm) => void }) => (
  <Choice legend="Who confirms its changes?" name="confirm" value={value} options={CONFIRMS} onChange={onChange} />
);
