import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { ByteParts } from '../lib/byte-parts.ts';
import { createPace } from '../lib/pace.ts';

/** A body as it came: UTF-8, and text only once somebody asks for that, since to make it costs more than to look at long bytes. */
export class TextBody {
  readonly parts: ByteParts;
  #text: string | undefined;

  constructor(parts: ByteParts) {
    this.parts = parts;
  }

  get length(): number {
    return this.parts.length;
  }

  get text(): string {
    this.#text ??= this.parts.text('utf8');
    return this.#text;
  }
}

/** Bodies stay text until whoever they are for reads them, so that a malformed one is refused in that one's words. */
export function readBodiesAsText(app: FastifyInstance, refusalOfOther: () => Error): void {
  app.removeAllContentTypeParsers();
  for (const type of ['application/json', '*'])
    app.addContentTypeParser(type, async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
      const came = await receive(payload, Number(request.headers['content-length']), request.routeOptions.bodyLimit);
      const parts = came.areSmall ? new ByteParts([await came.joined(createPace())]) : came;
      // Read as text, what is no UTF-8 would become other characters without a word (RFC 8259, 8.1).
      if (!parts.isUtf8()) throw refusalOfOther();
      return new TextBody(unmarked(parts));
    });
}

/** Empty where none came. */
export const bodyOf = ({ body }: FastifyRequest): TextBody => (body instanceof TextBody ? body : NONE);

const NONE = new TextBody(new ByteParts([]));

/**
 * The parts of a body as they arrive. Fastify's own reader of bytes puts them together at once, which holds others up when they are many.
 * @throws FST_ERR_CTP_BODY_TOO_LARGE, FST_ERR_CTP_INVALID_CONTENT_LENGTH
 */
function receive(payload: FastifyRequest['raw'], announced: number, limit: number): Promise<ByteParts> {
  return new Promise((resolve, reject) => {
    if (announced > limit) {
      reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      return;
    }
    const parts: Buffer[] = [];
    let length = 0;
    const onData = (part: Buffer) => {
      length += part.length;
      if (length <= limit) parts.push(part);
      else onEnd(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    };
    const onEnd = (error?: Error & { statusCode?: number }) => {
      payload.off('data', onData).off('end', onEnd).off('error', onEnd);
      if (error) reject(Object.assign(error, { statusCode: error.statusCode ?? 400 }));
      else if (!Number.isNaN(announced) && announced !== length) reject(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH());
      else resolve(new ByteParts(parts));
    };
    payload.on('data', onData).on('end', onEnd).on('error', onEnd).resume();
  });
}

/** Editors and shells of Windows begin a file with a byte order mark, which a reader of JSON may pass over (RFC 8259, 8.1). */
const unmarked = (parts: ByteParts): ByteParts =>
  parts.text('latin1', 0, MARK.length) === MARK ? new ByteParts(parts.slices(MARK.length)) : parts;
const MARK = Buffer.from('\ufeff').toString('latin1');
