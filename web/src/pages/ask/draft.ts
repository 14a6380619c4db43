import { useEffect, useRef, useState } from 'react';
import { keepInBrowser, keepInTab, readOfBrowser, readOfTab } from '../../kept.ts';

/**
 * What is typed and not sent: of the thread in this tab; else what a link asks; else, in a thread that nothing was asked in, what was typed last in
 * this browser.
 */
export function useDraft(account: string, thread: string, isAsked: boolean, linked: string | null) {
  const ofThread = `${account}.${thread}.draft`;
  const last = `${account}.draft`;
  const [text, setText] = useState(() => readOfTab<string>(ofThread) ?? (isAsked ? '' : (linked ?? readOfBrowser<string>(last) ?? '')));
  const kept = useRef(text);
  useEffect(() => {
    if (text === kept.current) return;
    kept.current = text;
    keepInTab(ofThread, text);
    keepInBrowser(last, text);
  }, [ofThread, last, text]);
  return [text, setText] as const;
}
