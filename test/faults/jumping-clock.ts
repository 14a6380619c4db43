/** Preloaded into a service: with each SIGUSR2 its clock stands an hour before or behind all others', or right again. */
const HOUR_MS = 3_600_000;
const OFFSETS = [HOUR_MS, 0, -HOUR_MS, 0] as const;

const RealDate = Date;
let jumps = 0;
let offsetMs = 0;

class JumpingDate extends RealDate {
  constructor(...parts: unknown[]) {
    // @ts-expect-error: as the constructor of Date has it, which takes parts in several forms.
    super(...(parts.length === 0 ? [JumpingDate.now()] : parts));
  }

  static override now(): number {
    return RealDate.now() + offsetMs;
  }
}

globalThis.Date = JumpingDate as DateConstructor;
process.on('SIGUSR2', () => {
  offsetMs = OFFSETS[jumps++ % OFFSETS.length] ?? 0;
});
