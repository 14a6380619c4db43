import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A body as it came: UTF-8, and text only once somebody asks for that, since to make it costs more than to look at long bytes. */
export class TextBody {
  readonly bytes: Buffer;
  #text: string | undefined;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get text(): string {
    this.#text ??= this.bytes.toString('utf8');
    return this.#text;
  }
}

/** Bodies stay text until whoever they are for reads them, so that a malformed one is refused in that one's words. */
export function readBodiesAsText(app: FastifyInstance, refusalOfOther: () => Error): void {
  app.removeAllContentTypeParsers();
  for (const type of ['application/json', '*'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => {
      // Read as text, what is no UTF-8 would become other characters without a word (RFC 8259, 8.1).
      if (isUtf8(body as Buffer)) done(null, new TextBody(unmarked(body as Buffer)));
      else done(refusalOfOther());
    });
}

/** Empty where none came. */
export const bodyOf = ({ body }: FastifyRequest): TextBody => (body instanceof TextBody ? body : NONE);

const NONE = new TextBody(Buffer.alloc(0));

/** Editors and shells of Windows begin a file with a byte order mark, which a reader of JSON may pass over (RFC 8259, 8.1). */
const unmarked = (body: Buffer): Buffer => (body.subarray(0, MARK.length).equals(MARK) ? body.subarray(MARK.length) : body);
const MARK = Buffer.from('\ufeff');
