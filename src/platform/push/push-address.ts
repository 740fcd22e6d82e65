import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

// An IPv4 address that is written as an IPv6 one is checked as what it is.
const inside = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 16],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, bits, 'ipv6');

/** Whether an address is of this machine or a network that is not the open one. */
export function isInside(address: string): boolean {
  return isIP(address) === 0 || inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Where a browser says that its maker takes messages for it, if we may call there: a name in the open network, over
 * https on its own port. `isHome` is a market that only its own machine reaches: there this machine may be called too,
 * over http. Null for everything else, so that nobody has this server call what they can't.
 */
export function pushAddress(endpoint: string, isHome: boolean): URL | null {
  if (endpoint.length > 1_000 || !URL.canParse(endpoint)) return null;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return null;
  if (isHome && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname))
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
  const isName =
    isIP(url.hostname) === 0 &&
    !url.hostname.startsWith('[') &&
    url.hostname.includes('.') &&
    !url.hostname.endsWith('.');
  return url.protocol === 'https:' && url.port === '' && isName ? url : null;
}

/**
 * Looks a name up and refuses what leads inside: it is the answer that is called, so a name can't be changed in
 * between.
 */
export const lookupOutside: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, []);
    if (found.length === 0 || found.some(({ address }) => isInside(address)))
      return done(new Error('a push address leads inside'), []);
    const [first] = found;
    return options.all ? done(null, found) : done(null, first?.address ?? '', first?.family);
  });
};
