import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { rootCertificates } from 'node:tls';

/**
 * Whether anything comes of a server's `/ping` in time, be it an error. It goes by a connection of its own, which waits for no statement's socket,
 * and the server answers it beside the statements that it runs, however many.
 */
export function answersPing(url: string, { withinMs, trusted }: { withinMs: number; trusted?: string | undefined }): Promise<boolean> {
  return new Promise((resolve) => {
    const request = (url.startsWith('https:') ? secureRequest : plainRequest)(new URL('/ping', url), {
      agent: false,
      ...(trusted === undefined ? {} : { ca: [...rootCertificates, trusted] }),
    });
    const timer = setTimeout(() => end(false), withinMs);
    const end = (isThere: boolean) => {
      clearTimeout(timer);
      request.destroy();
      resolve(isThere);
    };
    request.on('response', () => end(true));
    request.on('error', () => end(false));
    request.end();
  });
}
