import { useEffect, useRef, useState } from 'react';
import { SvcError } from '../../../../src/client/index.ts';
import type { Output } from '../../../../src/contract/operations.ts';
import { client, freshKey } from '../../client.ts';

const AGAIN_MS = 1_000;

/**
 * Leads an import that does not go on by itself from phase to phase, as far as it may.
 * @returns what it was refused for, and the way to try again; that somebody else works on it, or that its files are not all here, is no refusal
 */
export function useGoingOn(record: Output<'getImport'> | undefined, mayGoOn: boolean, onStep: () => Promise<unknown>): GoingOn {
  const [failure, setFailure] = useState<Error | null>(null);
  const [, setTurn] = useState(0);
  const isWorking = useRef(false);
  useEffect(() => {
    if (!record || !mayGoOn || record.phase === 'complete' || record.error || isWorking.current) return;
    isWorking.current = true;
    const next = (isAtOnce: boolean) => {
      const go = () => {
        isWorking.current = false;
        setTurn((turn) => turn + 1);
      };
      if (isAtOnce) go();
      else setTimeout(go, AGAIN_MS);
    };
    client.advanceImport({ id: record.id }, { idempotencyKey: freshKey() }).then(
      async () => {
        await onStep();
        next(true);
      },
      (error: Error) => {
        const waits = error instanceof SvcError && (error.code === 'import_busy' || error.code === 'source_required');
        if (waits) next(false);
        else setFailure(error);
      },
    );
  });
  const again = () => {
    isWorking.current = false;
    setFailure(null);
  };
  return { failure, again };
}

interface GoingOn {
  readonly failure: Error | null;
  readonly again: () => void;
}
