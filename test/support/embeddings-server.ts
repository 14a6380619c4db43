import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Words of one meaning share a place; all others have one of their own, by their letters. */
const MEANINGS = [
  ['car', 'cars', 'automobile', 'automobiles', 'vehicle', 'vehicles', 'drives'],
  ['tea', 'coffee', 'beverage', 'beverages', 'drinks'],
  ['dog', 'puppy', 'beagle', 'pet', 'pets'],
];
const PLACES = 48;

export interface EmbeddingsServer {
  /** The base URL of its OpenAI-compatible endpoint, as this machine's own. */
  readonly url: string;
  /** The same, by an address that does not say that it is this machine. */
  readonly elsewhere: string;
  /** Every text that it was sent. */
  readonly texts: string[];
  /** The keys that it was shown. */
  readonly keys: Set<string | undefined>;
  /** Whether it fails. */
  fails: boolean;
  /** How long it thinks about each request. */
  delayMs: number;
  /** A request with a text that has this in it is refused, as one is that is too long. */
  refuses: string | null;
  close(): Promise<void>;
}

/** A real HTTP server that gives the same text the same vector. */
export async function startEmbeddingsServer(): Promise<EmbeddingsServer> {
  const seen = { texts: [] as string[], keys: new Set<string | undefined>(), fails: false, delayMs: 0, refuses: null as string | null };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      seen.keys.add(request.headers.authorization);
      const { input, model } = JSON.parse(body) as { input: string[]; model: string };
      response.setHeader('content-type', 'application/json');
      if (seen.fails || request.url !== '/v1/embeddings') {
        response.statusCode = 500;
        response.end('{"error":{"message":"no"}}');
        return;
      }
      if (input.some((text) => seen.refuses !== null && text.includes(seen.refuses))) {
        response.statusCode = 400;
        response.end('{"error":{"message":"too long"}}');
        return;
      }
      seen.texts.push(...input);
      // The order of the reply is told by its indexes alone.
      const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })).reverse();
      const reply = JSON.stringify({ object: 'list', model, data, usage: { prompt_tokens: 1, total_tokens: 1 } });
      setTimeout(() => response.end(reply), seen.delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(seen, {
    url: `http://127.0.0.1:${port}/v1`,
    elsewhere: `http://0.0.0.0:${port}/v1`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

function vectorOf(text: string): number[] {
  const vector = Array.from({ length: PLACES }, () => 0.001);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    const meaning = MEANINGS.findIndex((words) => words.includes(word));
    const place =
      meaning >= 0
        ? meaning
        : MEANINGS.length + ([...word].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % (PLACES - MEANINGS.length));
    vector[place] = (vector[place] ?? 0) + (meaning >= 0 ? 3 : 0.3);
  }
  return vector;
}
