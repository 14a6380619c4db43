import { BlockList, isIP } from 'node:net';

/**
 * What is no address of a host on the public Internet: the special-purpose registries of IANA (RFC 6890 and its successors;
 * iana-ipv4-special-registry, iana-ipv6-special-registry), multicast, and what clouds answer instances on.
 */
const NOT_PUBLIC = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a cloud's own agent, at a public address
  '169.254.0.0/16', // link-local, and the metadata of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // automatic multicast tunnelling
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which holds an address of IPv4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
] as const;

/** Of IPv6 only this part is given to hosts (RFC 4291, 2.4): loopback, mapped, translated, unique local and link-local ones are outside. */
const GLOBAL_UNICAST = listOf(['2000::/3']);
const notPublic = listOf(NOT_PUBLIC);

/** Whether a host on the public Internet may have the address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && GLOBAL_UNICAST.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** @param ranges `address/bits`, or an address alone */
export function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
