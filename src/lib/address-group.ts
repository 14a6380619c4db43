import { isIPv6 } from 'node:net';

/**
 * What limits by address count under: an IPv4 address as it is, of an IPv6 address its /64, since one host is given a
 * whole one (RFC 6177) and can send from any of its addresses.
 */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address;
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  if (!isIPv6(plain)) return plain;
  // The URL parser writes every form of an address in one way (RFC 5952).
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const groups = [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
