import { startHostedService } from './hosted-service.ts';
import { overHttp } from './http.ts';
import type { Way } from './way.ts';

/** The built-in planner over HTTP: no model is configured, whatever the environment says. */
export async function openBuiltin({ data, today }: { data: string; today: string | null }): Promise<Way> {
  return overHttp(await startHostedService({}, today), { data, model: undefined, today });
}
