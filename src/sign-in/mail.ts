import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface MailSettings {
  readonly smtpUrl: string;
  /** An address, or a name with one: `svc <svc@example.com>`. */
  readonly from: string;
}

/** A server that does not answer is given up on, so that the next try can begin. */
const ANSWER_MS = 10_000;

/** Mail over SMTP; TLS wherever the server offers it. */
export function createMailer({ smtpUrl, from }: MailSettings): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    // As an object, so that an address is never read as a list of them.
    send: async ({ to, ...mail }) => void (await transport.sendMail({ from, to: { name: '', address: to }, ...mail })),
    close: () => transport.close(),
  };
}
