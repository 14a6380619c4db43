import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { until } from './session.ts';

export interface Letter {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came over the wire. */
  readonly raw: string;
  /** Of its plain text: the link. */
  readonly link: string;
}

/** A real SMTP server that keeps what it is sent. */
export interface MailServer {
  readonly url: string;
  readonly letters: readonly Letter[];
  /** The newest letter to the address, when there are `count` of them. */
  letterTo(email: string, count?: number): Promise<Letter>;
  /** So many of the next letters are refused, as by a server that is busy. */
  refuse(times: number): void;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const letters: Letter[] = [];
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, _session, done) {
      if (refusals === 0) return done();
      refusals -= 1;
      done(Object.assign(new Error('Busy, try later'), { responseCode: 451 }));
    },
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        letters.push({ from: envelope.mailFrom === false ? '' : envelope.mailFrom.address, to, raw, link: linkIn(raw) });
        done();
      }, done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const of = (email: string) => letters.filter(({ to }) => to.includes(email));
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    async letterTo(email, count = 1) {
      await until(() => of(email).length >= count);
      return of(email).at(-1) as Letter;
    },
    refuse(times) {
      refusals = times;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Quoted-printable (RFC 2045, 6.7) undone. */
const linkIn = (raw: string): string => {
  const plain = raw.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /https?:\/\/\S+\/sign-in#token=[\w-]+/.exec(plain)?.[0] ?? '';
};
