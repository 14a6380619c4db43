import { type RefObject, useEffect, useState } from 'react';

/** Of a row, as the style sheet has it. */
export const ROW_PX = 36;
/** Drawn anew when so many have gone by. */
const STEP = 10;
/** More than any screen is high. */
export const DRAWN = 80;

interface Window {
  readonly first: number;
  readonly end: number;
  /** Room for the rows that are not drawn, in pixels. */
  readonly before: number;
  readonly after: number;
}

/** Which of so many rows are in sight of what scrolls, and some around them. */
export function useWindow(frame: RefObject<HTMLElement | null>, count: number): Window {
  const [step, setStep] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const look = () => setStep(Math.floor(element.scrollTop / ROW_PX / STEP));
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [frame]);
  // Fewer rows than before may have come: the place is then past their end until the browser has scrolled.
  const first = Math.max(0, Math.min((step - 2) * STEP, count - DRAWN));
  const end = Math.min(count, first + DRAWN);
  return { first, end, before: first * ROW_PX, after: (count - end) * ROW_PX };
}
