import type { Config } from '../config.ts';
import type { Settings } from './settings.ts';

/** The settings of the service that an operator's command is about, read as `svc serve` reads them. @throws Error for settings that cannot be used */
export async function operatorConfig({ environment, dataDir }: Settings, given: string | undefined): Promise<Config> {
  const { readConfig, settingsOf } = await import('../config.ts');
  return readConfig(settingsOf({ SVC_DATA_DIR: given || environment.SVC_DATA_DIR || dataDir }));
}
