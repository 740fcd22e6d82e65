import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

// IPv4 addresses that are written as IPv6 are checked as IPv4.
const internal = new BlockList();
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
  internal.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 16],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  internal.addSubnet(network, bits, 'ipv6');

/** Whether an address is of this machine or of a network that is not public. */
export function isInternal(address: string): boolean {
  return isIP(address) === 0 || internal.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Validates the address of a browser's push service: a host name in the public network, https on the default port.
 * `isHome` is a server that only its own machine reaches: there the same machine is allowed too, also over http. Null
 * for everything else, so that no user can make this server call internal addresses (SSRF).
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
 * Resolves a name and rejects internal addresses. The checked address is the one that is called, so DNS rebinding has
 * no effect.
 */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, []);
    if (found.length === 0 || found.some(({ address }) => isInternal(address)))
      return done(new Error('a push address leads inside'), []);
    const [first] = found;
    return options.all ? done(null, found) : done(null, first?.address ?? '', first?.family);
  });
};
