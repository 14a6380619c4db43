/** How late a timer may come before this process counts as held up. */
const LATE_MS = 50;

/**
 * What somebody else answers; rejects when they are silent for so long. Time in which this process itself was held up is none of theirs: the answer may
 * lie unread, and is waited for anew.
 */
export async function answerWithin<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    const wait = (): void => {
      const dueAt = performance.now() + limitMs;
      timer = setTimeout(() => {
        if (performance.now() - dueAt > LATE_MS) wait();
        else reject(new Error(`No answer within ${limitMs} ms.`));
      }, limitMs);
    };
    wait();
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
