import { SvcError } from '../../../../src/client/index.ts';
import { LIMITS } from '../../../../src/contract/limits.ts';
import { client } from '../../client.ts';

/** Sends the files part by part, each from where the service has it. @param tell how many bytes are there */
export async function sendFiles(id: string, files: readonly File[], tell: (bytes: number) => void): Promise<void> {
  let before = 0;
  for (const file of files) {
    // An empty part tells how much is there already.
    let { received } = await patiently(() => client.addToImport({ id, file: file.name, at: 0 }));
    while (received < file.size) {
      const at = received;
      const base64 = await asBase64(file.slice(at, at + LIMITS.importPartMaxBytes));
      ({ received } = await patiently(() => client.addToImport({ id, file: file.name, at, base64 })));
      tell(before + received);
    }
    before += file.size;
    tell(before);
  }
}

/** A data URL is the one way to base64 that every browser has without copying byte by byte. */
async function asBase64(part: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(part);
  });
  return url.slice(url.indexOf(',') + 1);
}

/** Many parts can meet the rate limit: they wait for their turn. */
async function patiently<Reply>(work: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SvcError) || error.code !== 'rate_limited' || error.retryAfterMs === null) throw error;
      await new Promise((done) => setTimeout(done, error.retryAfterMs ?? 0));
    }
  }
}
