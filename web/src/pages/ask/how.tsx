import { Link } from 'wouter';
import type { Trace } from '../../../../src/client/index.ts';
import { Copyable } from '../../parts/copy.tsx';
import { Facts } from '../../parts/facts.tsx';
import { visible } from '../../parts/value-text.ts';
import { Assumptions } from './assumptions.tsx';
import { receiptHref } from './receipt-href.ts';
import { Statement } from './statement.tsx';

interface HowProps {
  readonly trace: Trace;
  /** What was asked, where it may be asked in other words. */
  readonly goal?: string;
  readonly onAskInstead?: (goal: string) => void;
}

/** How an answer was made: what was taken for granted, what ran, and what was told to a model. */
export function How({ trace, goal, onAskInstead }: HowProps) {
  const { sql, params, model, confidence, assumptions, question, ms, id, egress } = trace;
  return (
    <>
      <Assumptions
        assumptions={assumptions}
        question={question ?? goal ?? ''}
        {...(onAskInstead === undefined ? {} : { onAsk: onAskInstead })}
      />
      <details>
        <summary>SQL and how it was made</summary>
        <Statement sql={sql} params={params} />
        <Facts
          facts={[
            ['Read as', question === undefined ? undefined : visible(question)],
            ['Read by', readerOf(model)],
            ['Confidence', confidence === null ? undefined : `${Math.round(confidence * 100)} %`],
            ['Took', `${Math.round(ms)} ms`],
            ['Receipt', <Copyable key="receipt" text={id} name="the receipt's id" />],
          ]}
        />
        <p>
          <Link href={receiptHref(id)}>Open the receipt</Link>
        </p>
        <SentToModel egress={egress} />
      </details>
    </>
  );
}

const READERS: Readonly<Record<string, string | undefined>> = {
  builtin: 'the built-in planner',
  cache: 'a plan that is known from before',
  raw: 'nobody: it came as SQL',
};
export const readerOf = (model: string): string => READERS[model] ?? visible(model);

/** What left the service for a model. */
export function SentToModel({ egress }: { readonly egress: Trace['egress'] }) {
  if (egress === undefined) return <p className="small">Nothing was sent to a model.</p>;
  const { provider, model, categories, columns, rows, bytes, attempts } = egress;
  return (
    <Facts
      facts={[
        ['Sent to', visible(`${provider}, ${model}`)],
        ['What was sent', categories.join(', ')],
        ['Stored values of', columns.length > 0 ? visible(columns.join(', ')) : 'no column'],
        ['Whole rows', String(rows)],
        ['Size', `${bytes} bytes in ${attempts.length} ${attempts.length === 1 ? 'request' : 'requests'}`],
      ]}
    />
  );
}
