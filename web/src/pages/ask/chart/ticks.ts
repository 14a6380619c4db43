const AT_MOST = 4;

/** Round numbers between two others, whole ones where all that is drawn is whole: half a call is none. */
export function ticksBetween(low: number, high: number, isWhole: boolean): number[] {
  const power = 10 ** Math.floor(Math.log10(high - low) - 1);
  const steps = [1, 2, 5, 10, 20, 50].map((times) => times * power);
  const step = steps.find((one) => (high - low) / one <= AT_MOST && (!isWhole || one >= 1)) ?? high - low;
  const first = Math.ceil(exact(low / step));
  return Array.from({ length: Math.floor(exact(high / step)) - first + 1 }, (_, index) => exact((first + index) * step));
}

/** Without what fractions end in that a double does not hold. */
const exact = (value: number): number => Number(value.toPrecision(12)) + 0;
