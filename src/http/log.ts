import { pino } from 'pino';
import { errorSerializer } from './log-error.ts';

export type Log = ReturnType<typeof createLog>;

/** Structured log; credentials never reach it. It goes to standard output unless a destination is given; `also` is told each line. */
export const createLog = (
  level: string,
  destination: { write(line: string): void } = pino.destination(1),
  also?: ((line: string) => void) | undefined,
) =>
  pino(
    {
      level,
      redact: {
        paths: [
          'req.headers.authorization',
          'headers.authorization',
          'req.headers.cookie',
          'headers.cookie',
          '*.password',
          '*.token',
          '*.connectionString',
        ],
        censor: '[redacted]',
      },
      serializers: { err: errorSerializer(level) },
    },
    also ? both(destination, also) : destination,
  );

const both = (destination: { write(line: string): void }, also: (line: string) => void) => ({
  write(line: string) {
    destination.write(line);
    also(line);
  },
});
