import { isIP } from 'node:net';
import { z } from 'zod';

const PORT = 'takes a port: a number from 0 to 65535';
const PROXIES = 'takes the number of proxies in front, or their addresses: 1, or 10.0.0.0/8,192.168.1.1';

/** What the processes that serve HTTP are told under the same names. */
export const portSetting = z.coerce.number(PORT).int(PORT).min(0, PORT).max(65_535, PORT);

/** How many proxies in front are believed, or their addresses. */
export const proxiesSetting = z
  .string()
  .refine((text) => /^\d+$/.test(text) || text.split(',').every(isAddressRange), PROXIES)
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : text))
  .default(0);

export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && (bits === undefined ? most > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

/** Of what zod found, as a person is told it. */
export const wrongIn = ({ issues }: z.ZodError): string[] => issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
