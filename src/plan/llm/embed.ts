import { asFailure, openClient } from './open-client.ts';

/** An OpenAI-compatible endpoint that turns texts into vectors. */
export interface EmbeddingsEndpoint {
  readonly baseUrl: string;
  /** A secret: it goes to `baseUrl` and nowhere else. */
  readonly apiKey: string | null;
  readonly model: string;
}

export interface EmbedOptions {
  readonly signal: AbortSignal;
  /** Told of the request's body before it is sent. */
  readonly onSend?: (bytes: number) => void;
}

/** Vectors of length one, in the order of the texts: their products are how near they are. @throws ChatFailure */
export type Embed = (texts: readonly string[], options: EmbedOptions) => Promise<readonly (readonly number[])[]>;

/** The library is loaded with the first request. */
export function createEmbed({ baseUrl, apiKey, model }: EmbeddingsEndpoint): Embed {
  let opening: ReturnType<typeof openClient> | null = null;
  return async (texts, { signal, onSend }) => {
    opening ??= openClient({ baseUrl, apiKey }, REPLY_MAX_BYTES);
    const body = { model, input: [...texts], encoding_format: 'float' as const };
    try {
      const client = await opening;
      onSend?.(Buffer.byteLength(JSON.stringify(body)));
      const { data } = await client.embeddings.create(body, { signal });
      const vectors = [...data].sort((one, other) => one.index - other.index).map(({ embedding }) => ofLengthOne(embedding));
      const [first] = vectors;
      if (vectors.length !== texts.length || first === undefined || vectors.some((each) => each.length !== first.length))
        throw new SyntaxError('vectors');
      return vectors;
    } catch (error) {
      throw asFailure(error, signal);
    }
  };
}

const REPLY_MAX_BYTES = 16 * 1024 * 1024;

function ofLengthOne(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  if (!(length > 0) || vector.length > DIMENSIONS_MAX) throw new SyntaxError('a vector');
  return vector.map((each) => each / length);
}

const DIMENSIONS_MAX = 8_192;
