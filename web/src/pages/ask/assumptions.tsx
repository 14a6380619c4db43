import { useRef, useState } from 'react';
import { LIMITS } from '../../../../src/contract/limits.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { visible } from '../../parts/value-text.ts';

interface AssumptionsProps {
  readonly assumptions: readonly string[];
  /** As it was read. */
  readonly question: string;
  /** Absent where the same must not simply be done again. */
  readonly onAsk?: (question: string) => void;
}

/** What was assumed. Each can be changed: the question is then asked again in other words. */
export function Assumptions({ assumptions, question, onAsk }: AssumptionsProps) {
  const [changing, setChanging] = useState<string | null>(null);
  if (assumptions.length === 0) return null;
  return (
    <>
      <ul className="assumptions" aria-label="What was assumed">
        {assumptions.map((text) => (
          <li key={text}>
            {onAsk === undefined ? (
              <span className="tag">{visible(text)}</span>
            ) : (
              <button type="button" className="tag" title="Ask in other words" onClick={() => setChanging(text)}>
                {visible(text)}
              </button>
            )}
          </li>
        ))}
      </ul>
      {changing === null || onAsk === undefined ? null : (
        <AskInOtherWords
          assumption={changing}
          question={question}
          onClose={() => setChanging(null)}
          onAsk={(other) => {
            setChanging(null);
            onAsk(other);
          }}
        />
      )}
    </>
  );
}

interface AskInOtherWordsProps {
  readonly assumption: string;
  readonly question: string;
  readonly onAsk: (question: string) => void;
  readonly onClose: () => void;
}

function AskInOtherWords({ assumption, question, onAsk, onClose }: AskInOtherWordsProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const isSelected = useRef(false);
  /** The words that the assumption is about are marked, to be typed over. */
  const select = () => {
    const words = placeOf(assumption, question);
    if (isSelected.current || words === null) return;
    isSelected.current = true;
    box.current?.setSelectionRange(...words);
  };
  return (
    <Dialog title="Ask in other words" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const other = box.current?.value.trim() ?? '';
          if (other !== '') onAsk(other);
        }}
      >
        <p>
          It was assumed: <bdi>{visible(assumption)}</bdi>
        </p>
        <Field label="Say what you mean instead">
          {(props) => (
            <textarea {...props} ref={box} rows={3} required maxLength={LIMITS.goalMaxLength} defaultValue={question} onFocus={select} />
          )}
        </Field>
        <div className="buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary">
            Ask again
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Where the words stand in the question that the assumption quotes first. */
export function placeOf(assumption: string, question: string): [number, number] | null {
  const words = /["'“‘]([^"'”’]+)["'”’]/.exec(assumption)?.[1];
  const at = words === undefined ? -1 : question.toLowerCase().indexOf(words.toLowerCase());
  return words === undefined || at < 0 ? null : [at, at + words.length];
}
