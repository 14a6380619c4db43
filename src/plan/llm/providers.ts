import { z } from 'zod';

/** What is known of a provider before anybody configures it. */
interface ProviderRow {
  /** An OpenAI-compatible chat-completions endpoint. */
  readonly baseUrl: string;
  /** The environment variable of its key. */
  readonly keyVariable: string;
  readonly fast: string;
  readonly best: string;
  /** Whether `response_format: json_schema` binds its replies; others are asked for a JSON object. */
  readonly jsonSchema: boolean;
  /** Whether `temperature` may be sent; reasoning models refuse it. */
  readonly temperature: boolean;
}

/** THE table of providers, in the order in which they are tried. Any other endpoint comes through SVC_LLM_PROVIDERS. */
export const PROVIDERS = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    fast: 'gpt-6-luna',
    best: 'gpt-6.1-sol',
    jsonSchema: true,
    temperature: false,
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    keyVariable: 'ANTHROPIC_API_KEY',
    fast: 'claude-haiku-5-5',
    best: 'claude-opus-5-5',
    jsonSchema: false,
    temperature: false,
  },
  'google-ai-studio': {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyVariable: 'GEMINI_API_KEY',
    fast: 'gemini-flash-latest',
    best: 'gemini-pro-latest',
    jsonSchema: true,
    temperature: false,
  },
  grok: {
    baseUrl: 'https://api.x.ai/v1',
    keyVariable: 'XAI_API_KEY',
    fast: 'grok-4.3',
    best: 'grok-4.6',
    jsonSchema: true,
    temperature: false,
  },
  openrouter: {
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    fast: 'openai/gpt-6-luna',
    best: 'anthropic/claude-opus-5.5',
    jsonSchema: true,
    temperature: false,
  },
} as const satisfies Record<string, ProviderRow>;

/** A provider that can be asked. */
export interface Provider {
  readonly id: string;
  readonly baseUrl: string;
  /** Null for servers that want none, as local ones do. A secret: it goes to `baseUrl` and nowhere else. */
  readonly apiKey: string | null;
  readonly fast: string;
  readonly best: string;
  readonly jsonSchema: boolean;
  readonly temperature: boolean;
}

/** One model of one provider. */
export interface ModelTarget {
  readonly provider: Provider;
  readonly model: string;
}

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'takes the base URL of an OpenAI-compatible endpoint, such as http://127.0.0.1:11434/v1' })
  .transform((url) => url.replace(/\/+$/, ''));

/** One entry of SVC_LLM_PROVIDERS. A known `id` has its row's values for what is left out. */
const Configured = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'takes lower-case letters, digits and dashes'),
  baseUrl: httpUrl.optional(),
  apiKey: z.string().min(1).optional(),
  fast: z.string().min(1).max(128).optional(),
  best: z.string().min(1).max(128).optional(),
});

/** The text of SVC_LLM_PROVIDERS: a JSON array. An issue never shows the text, which may hold a key. */
export const ProviderList = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({
        code: 'custom',
        message: 'takes a JSON array such as [{"id":"ollama","baseUrl":"http://127.0.0.1:11434/v1","fast":"qwen3"}]',
      });
      return z.NEVER;
    }
  })
  .pipe(z.array(Configured).max(16));

export type ProviderId = keyof typeof PROVIDERS;
export const isKnownProvider = (id: string): id is ProviderId => Object.hasOwn(PROVIDERS, id);

/**
 * The providers of a deployment, in the order in which they are tried: those that are listed, else those whose key is there.
 * @throws Error for an entry of the list that lacks its address or its model, or that stands twice
 */
export function configuredProviders(
  listed: z.infer<typeof ProviderList> | undefined,
  keys: Partial<Record<ProviderId, string | undefined>>,
): Provider[] {
  if (listed === undefined) {
    return (Object.keys(PROVIDERS) as ProviderId[]).flatMap((id) => (keys[id] === undefined ? [] : [knownProvider(id, keys[id])]));
  }
  const seen = new Set<string>();
  return listed.map((entry) => {
    if (seen.has(entry.id)) throw new Error(`SVC_LLM_PROVIDERS: ${entry.id} stands twice`);
    seen.add(entry.id);
    const row: Partial<ProviderRow> = isKnownProvider(entry.id) ? PROVIDERS[entry.id] : {};
    // A key of the environment goes to the provider's own address alone.
    const own = isKnownProvider(entry.id) && entry.baseUrl === undefined ? keys[entry.id] : undefined;
    const baseUrl = entry.baseUrl ?? row.baseUrl;
    const fast = entry.fast ?? row.fast ?? entry.best;
    const best = entry.best ?? row.best ?? entry.fast;
    if (baseUrl === undefined) throw new Error(`SVC_LLM_PROVIDERS: ${entry.id} needs a baseUrl`);
    if (fast === undefined || best === undefined) throw new Error(`SVC_LLM_PROVIDERS: ${entry.id} needs a model in fast or best`);
    return {
      id: entry.id,
      baseUrl,
      apiKey: entry.apiKey ?? own ?? null,
      fast,
      best,
      jsonSchema: row.jsonSchema ?? true,
      temperature: row.temperature ?? true,
    };
  });
}

/** A provider of the table with somebody's key. */
export function knownProvider(id: ProviderId, apiKey: string | undefined): Provider {
  const { baseUrl, fast, best, jsonSchema, temperature } = PROVIDERS[id];
  return { id, baseUrl, apiKey: apiKey ?? null, fast, best, jsonSchema, temperature };
}
