import { AskRequest } from '../../src/contract/ask.ts';
import { Fault } from '../../src/fault.ts';
import { startHostedService } from './hosted-service.ts';
import { overHttp } from './http.ts';
import type { Way } from './way.ts';

const HOW =
  'No model is configured. Set OPENAI_API_KEY, or SVC_LLM_PROVIDERS for any OpenAI-compatible endpoint (the README lists both), and run again.';

/**
 * A model over HTTP, configured as the service is: by the environment. Without `model` the first one that the service
 * offers is asked by its name, so that the built-in planner does not answer in its place.
 * @throws Fault unconfigured with `params.reason`
 */
export async function openLlm({ data, model }: { data: string; model: string | null }): Promise<Way> {
  const service = await startHostedService(process.env);
  try {
    const { providers } = await service.svc.listModels();
    const [first] = providers.flatMap(({ id, models }) => models.map((name) => `${id}/${name}`));
    if (first === undefined) throw new Fault('unconfigured', { params: { reason: HOW } });
    const asked = AskRequest.shape.model.safeParse(model ?? first);
    if (!asked.success) throw new Fault('unconfigured', { params: { reason: `--model: the service knows no "${model ?? first}".` } });
    return overHttp(service, { data, model: asked.data });
  } catch (error) {
    await service.close();
    throw error;
  }
}
