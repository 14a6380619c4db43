import type { AskReply } from '../../../../src/client/index.ts';
import { visible } from '../../parts/value-text.ts';
import type { Asked } from './asked.ts';
import { How } from './how.tsx';
import type { Outcome } from './outcome.ts';
import { Preview } from './preview.tsx';
import { Result } from './result.tsx';
import { ResultTable } from './result-table.tsx';
import { Written } from './written.tsx';

interface AnswerProps {
  readonly reply: AskReply;
  readonly asked: Asked;
  readonly outcome: Outcome;
  readonly onAsk: (asked: Asked) => void;
  readonly onDecide: (outcome: Outcome) => void;
}

export function Answer({ reply, asked, outcome, onAsk, onDecide }: AnswerProps) {
  if (reply.kind === 'preview') return <Preview preview={reply} asked={asked} outcome={outcome} onAsk={onAsk} onDecide={onDecide} />;
  if (reply.kind === 'create')
    return (
      <>
        <p className="answer">
          <bdi>{visible(reply.answer)}</bdi>
        </p>
        <How trace={{ ...reply.trace, assumptions: reply.assumptions }} />
      </>
    );
  const { kind, answer, trace, session } = reply;
  if (kind === 'write')
    return (
      <>
        <Written answer={answer} trace={trace} db={session.db} undone={outcome.undone} onUndone={(undone) => onDecide({ undone })} />
        {reply.data.length > 0 ? <ResultTable result={reply} label="Rows that were written" /> : null}
        <How trace={trace} />
      </>
    );
  return (
    <>
      <p className="answer">
        <bdi>{visible(answer)}</bdi>
      </p>
      {reply.columns.length > 0 && reply.data.length > 0 ? <Result result={reply} statement={trace} db={session.db} /> : null}
      <How trace={trace} onAskInstead={(goal) => onAsk({ ...asked, goal })} goal={asked.goal} />
    </>
  );
}
