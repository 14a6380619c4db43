import { Fault } from '../../src/fault.ts';
import { startHostedService } from './hosted-service.ts';
import { overHttp } from './http.ts';
import type { Way } from './way.ts';

const NONE =
  'No model is configured. Set OPENAI_API_KEY, or SVC_LLM_PROVIDERS for any OpenAI-compatible endpoint (the README lists all settings), and run again.';

/**
 * A model over HTTP, configured as the service is: by the environment. Without `model` the first one that the service
 * offers is asked by its name, so that the built-in planner does not answer before it.
 * @throws Fault unconfigured with `params.reason`
 */
export async function openLlm(
  { data, model }: { data: string; model: string | null },
  env: Record<string, string | undefined> = process.env,
): Promise<Way> {
  const service = await startHostedService(env);
  try {
    const { presets, providers } = await service.svc.listModels();
    const named = providers.flatMap(({ id, models }) => models.map((name) => `${id}/${name}`));
    const [first] = named;
    if (first === undefined) throw unconfigured(NONE);
    const known = [...presets.filter(({ available }) => available).map(({ id }) => id), ...named];
    if (model !== null && !known.includes(model)) throw unconfigured(`--model: "${model}" cannot be asked; there are ${known.join(', ')}.`);
    return overHttp(service, { data, model: model ?? first });
  } catch (error) {
    await service.close();
    throw error;
  }
}

const unconfigured = (reason: string): Fault => new Fault('unconfigured', { params: { reason } });
