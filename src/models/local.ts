import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Provider } from '../plan/llm/providers.ts';

/** A model server that people run on their own machine, where it listens unless told otherwise. */
export interface LocalServer {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
}

export const LOCAL_SERVERS: readonly LocalServer[] = [
  { id: 'ollama', name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { id: 'lm-studio', name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { id: 'llama-cpp', name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
];

const TIMEOUT_MS = 800;
const REPLY_MAX_CHARACTERS = 262_144;
const Listed = z.object({ data: z.array(z.object({ id: z.string().min(1).max(128) })) });

/** Those that answer now with a model that can be asked; whatever else listens there is left alone. */
export async function findLocalModels(servers: readonly LocalServer[]): Promise<Provider[]> {
  const found = await Promise.all(servers.map((server) => providerOf(server).catch(() => null)));
  return found.filter((provider) => provider !== null);
}

async function providerOf({ id, baseUrl }: LocalServer): Promise<Provider | null> {
  const response = await fetch(`${baseUrl}/models`, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || !response.body) return null;
  let text = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.length > REPLY_MAX_CHARACTERS) return null;
  }
  const listed = Listed.parse(JSON.parse(text));
  // Models for embeddings answer no questions.
  const model = listed.data.find((each) => !/embed|rerank|whisper/i.test(each.id))?.id;
  return model === undefined ? null : { id, baseUrl, apiKey: null, fast: model, best: model, jsonSchema: true, temperature: true };
}

/** The owner's word on them, given once on a terminal; null when nobody was asked. */
export async function readConsent(dataDir: string): Promise<boolean | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '');
  return text.trim() === 'on' ? true : text.trim() === 'off' ? false : null;
}

export async function writeConsent(dataDir: string, uses: boolean): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(fileOf(dataDir), `${uses ? 'on' : 'off'}\n`, { mode: 0o600 });
}

const fileOf = (dataDir: string): string => join(dataDir, 'local-models');
