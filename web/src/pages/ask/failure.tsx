import { CLIENT_CODES, SvcError, type Trace } from '../../../../src/client/index.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { visible } from '../../parts/value-text.ts';
import type { Asked } from './asked.ts';
import { SentToModel } from './how.tsx';

interface FailureProps {
  readonly error: unknown;
  readonly asked: Asked;
  readonly onAsk: (asked: Asked) => void;
  /** The same ask once more. */
  readonly onRetry: () => void;
}

/** Why there is no answer, and what can be asked in its place. */
export function Failure({ error, asked, onAsk, onRetry }: FailureProps) {
  if (error instanceof SvcError && error.code === CLIENT_CODES.aborted)
    return (
      <div className="note">
        <p>Cancelled before the answer came.</p>
        <button type="button" onClick={onRetry}>
          Ask again
        </button>
      </div>
    );
  const options = optionsOf(error);
  const egress = error instanceof SvcError ? (error.body?.egress as Trace['egress']) : undefined;
  return (
    <>
      {options.length > 0 ? (
        <fieldset className="options">
          <legend>{isQuestionBack(error) ? 'Which do you mean?' : 'What can be asked instead'}</legend>
          {options.map(({ label, goal, dropPin, forceQuery }) => (
            <button
              key={`${label} ${goal}`}
              type="button"
              onClick={() => {
                const { db, ...rest } = asked;
                onAsk({ ...rest, goal, ...(dropPin || db === undefined ? {} : { db }), ...(forceQuery ? { forceQuery } : {}) });
              }}
            >
              <bdi>{visible(label)}</bdi>
            </button>
          ))}
        </fieldset>
      ) : null}
      {isQuestionBack(error) && options.length > 0 ? null : <ErrorNote error={error} {...(mayHelp(error) ? { onRetry } : {})} />}
      {egress === undefined ? null : <SentToModel egress={egress} />}
    </>
  );
}

const isQuestionBack = (error: unknown): boolean => error instanceof SvcError && error.code === 'clarify_required';

/** Whether the same ask may do better a second time, or after signing in. */
const mayHelp = (error: unknown): boolean =>
  error instanceof SvcError && (error.retryable || error.body?.retryable === true || error.code === 'unauthorized');

interface Option {
  readonly label: string;
  readonly goal: string;
  /** For a database that is made of the goal. */
  readonly dropPin?: boolean;
  readonly forceQuery?: boolean;
}

/** The sentences that the service offers in place of the one it was sent. */
function optionsOf(error: unknown): readonly Option[] {
  const options = error instanceof SvcError ? error.body?.options : undefined;
  return Array.isArray(options) ? options.filter(isOption) : [];
}

const isOption = (option: unknown): option is Option =>
  typeof option === 'object' && option !== null && 'label' in option && 'goal' in option && typeof option.goal === 'string';
