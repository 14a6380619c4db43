import { CLIENT_CODES, SvcError } from '../../../src/client/index.ts';
import { addressOf } from '../base.ts';
import { pageWords, reasonInWords, withoutCalls } from './page-words.ts';

/** A failure as its envelope tells it: what happened and what to do next. Codes that nobody has heard of too. */
export function ErrorNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { message, reason, action, issues, requestId } = told(error);
  return (
    <div role="alert" className="note bad">
      <p>
        <strong>
          <Said text={message} />
        </strong>{' '}
        <Said text={[reason, action].filter((said) => said !== '').join(' ')} />
      </p>
      {issues.length > 0 ? (
        <ul>
          {issues.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path === '' ? null : <code>{path}</code>} <Said text={message} />
            </li>
          ))}
        </ul>
      ) : null}
      {error instanceof SvcError && error.code === 'unauthorized' ? (
        <p>
          <a href={addressOf('/sign-in')} target="_blank" rel="noreferrer">
            Sign in
          </a>{' '}
          in another tab and try again here: what you typed stays.
        </p>
      ) : null}
      {requestId === null ? null : (
        <p className="small">
          Request <code>{requestId}</code>
        </p>
      )}
      {onRetry ? (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      ) : null}
    </div>
  );
}

/** Names stand between backticks, as the service writes them. */
const Said = ({ text }: { readonly text: string }) =>
  text.split('`').map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order.
    at % 2 === 1 ? <code key={at}>{part}</code> : part,
  );

interface Told {
  readonly message: string;
  /** Why, where the service says it. */
  readonly reason: string;
  readonly action: string;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  readonly requestId: string | null;
}

/** Of failures that no envelope came with. */
const WITHOUT_ENVELOPE: Readonly<Record<string, readonly [string, string]>> = {
  [CLIENT_CODES.networkError]: ['The service did not answer.', 'Check that it runs and that you are online, then try again.'],
  [CLIENT_CODES.nonJsonResponse]: ['Something between here and the service answered in its place.', 'Try again in a moment.'],
};

function told(error: unknown): Told {
  if (!(error instanceof SvcError))
    return { message: 'This page failed.', reason: '', action: 'Load it again.', issues: [], requestId: null };
  const { message, reason, action, issues, requestId }: Readonly<Record<string, unknown>> = {
    ...error.body,
    ...pageWords(error.code, error.body ?? {}),
  };
  const [ours, next] = WITHOUT_ENVELOPE[error.code] ?? [`The service refused this (${error.code}).`, 'Try again in a moment.'];
  return {
    message: withoutCalls(textOr(message, ours)),
    // It is in the message where the table has a place for it.
    reason: String(message).includes(String(reason)) ? '' : reasonInWords(reason),
    action: action === '' ? '' : textOr(action, next),
    issues: Array.isArray(issues) ? issues.map(issueOf) : [],
    requestId: typeof requestId === 'string' ? requestId : null,
  };
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' && value !== '' ? value : otherwise);

function issueOf(issue: unknown): { path: string; message: string } {
  const { path, message } = (issue ?? {}) as { path?: unknown; message?: unknown };
  return { path: String(path ?? ''), message: String(message ?? '') };
}
