/**
 * McNemar's exact test for two runs over the same questions: how probable it is that chance alone, a fair coin for each
 * question whose result changed, divides them as unevenly as this or more. Two-sided, 0..1; 1 when nothing changed.
 */
export function mcnemar(newlyRight: number, newlyWrong: number): number {
  const changed = newlyRight + newlyWrong;
  if (changed === 0) return 1;
  let tail = 0;
  for (let k = 0; k <= Math.min(newlyRight, newlyWrong); k++) tail += Math.exp(logChoose(changed, k) - changed * Math.LN2);
  return Math.min(1, 2 * tail);
}

/** By logarithms: the numbers themselves leave a double's range from about a thousand changed questions on. */
function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i++) sum += Math.log((n - k + i) / i);
  return sum;
}
