import { Stop } from '../stop.ts';
import { readExactJson } from './exact-json.ts';

/** Values of `--params`; null when there are none. @throws Stop usage for anything but a JSON array */
export function readParams(text: string | undefined): unknown[] | null {
  if (text === undefined) return null;
  let value: unknown;
  try {
    value = readExactJson(text);
  } catch (error) {
    throw new Stop('usage', `--params is not JSON: ${(error as Error).message}.`, EXAMPLE);
  }
  if (!Array.isArray(value)) throw new Stop('usage', '--params is JSON, but not an array.', EXAMPLE);
  return value;
}

const EXAMPLE = `Give one value for each of $1..$n: --params '[15, "Onyx"]'.`;
