import { BlockList, isIP } from 'node:net';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../log/log.ts';
import { lookUpProxies, proxiesOf, type TrustedProxies } from './trusted-proxies.ts';

/** Proxy names are resolved this often: a restarted container has another address. */
const resolveEveryMs = 30_000;

/**
 * The client's address: the peer's, unless the peer is a trusted proxy; then the nearest untrusted address in
 * `X-Forwarded-For`, read from the right.
 */
export function addressBehind(peer: string, forwardedFor: string, trusted: TrustedProxies): string {
  const direct = normalise(peer);
  if (!trusted.has(direct)) return direct;
  const chain = forwardedFor
    .split(',')
    .map((part) => normalise(part.trim()))
    .filter(Boolean);
  return chain.findLast((address) => !trusted.has(address)) ?? direct;
}

/** Normalises an address: without the port that some proxies append, and IPv4 in plain form on a dual-stack socket. */
function normalise(address: string): string {
  const bare =
    /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
  const plain = bare.toLowerCase();
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/.test(plain) ? plain.slice(7) : plain;
}

/** A header of the request, or undefined. */
export type HeaderOf = (name: string) => string | undefined;

/** Resolves client addresses as far as trusted proxies report them. */
export interface ClientAddresses {
  /**
   * The client's address. Empty in production behind a proxy that `TRUSTED_PROXIES` does not name: all visitors would
   * share its address, and one of them could use up the limits of all. Then nothing is counted by address, and the
   * limits of accounts apply.
   */
  of(peer: string, header: HeaderOf): string;
  /** The address of such a proxy, from its first request until `TRUSTED_PROXIES` covers it; null otherwise. */
  unnamedProxy(): string | null;
  close(): void;
}

/**
 * Resolves the proxies' names at the start and regularly: a proxy may start later or restart with another address. A
 * name that does not resolve for a moment retains its last addresses.
 */
export async function openClientAddresses(
  { mode, trustedProxies }: Pick<Config, 'mode' | 'trustedProxies'>,
  log: Log,
  everyMs = resolveEveryMs,
): Promise<ClientAddresses> {
  const known = new Map<string, string[]>();
  const addresses = clientAddresses({ mode, trusted: proxiesOf(trustedProxies) }, log);
  const resolve = async () => {
    const found = await lookUpProxies(trustedProxies);
    for (const [name, now] of found) {
      if (now === null)
        log.warn(
          'a name in TRUSTED_PROXIES has no address right now and is looked up again: is the proxy of that name running?',
          { name },
        );
      else known.set(name, now);
    }
    addresses.trust(proxiesOf(trustedProxies, [...known.values()].flat()));
    return found.size;
  };
  if ((await resolve()) === 0) return addresses;
  const timer = setInterval(() => void resolve(), everyMs);
  timer.unref();
  return { ...addresses, close: () => clearInterval(timer) };
}

/** The same for fixed proxies. */
export function clientAddresses(
  { mode, trusted: first }: { mode: Config['mode']; trusted: TrustedProxies },
  log: Log,
): ClientAddresses & { trust(proxies: TrustedProxies): void } {
  let trusted = first;
  let unnamed: string | null = null;
  return {
    of: (peer, header) => {
      const direct = normalise(peer);
      // A client behind a named proxy may be a visitor of our own network.
      if (mode !== 'production' || trusted.has(direct) || !isUnnamedProxy(direct, header))
        return addressBehind(peer, header('x-forwarded-for') ?? '', trusted);
      if (unnamed === null) {
        unnamed = direct;
        log.error(
          'a proxy that TRUSTED_PROXIES does not name stands before this market: nobody’s address is known, and no limit counts by address',
          {
            proxy: direct,
            remedy: `add ${direct} to TRUSTED_PROXIES`,
          },
        );
      }
      return '';
    },
    unnamedProxy: () => unnamed,
    trust: (proxies) => {
      trusted = proxies;
      if (unnamed !== null && proxies.has(unnamed)) unnamed = null;
    },
    close: () => {},
  };
}

const own = new BlockList();
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
] as const)
  own.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  own.addSubnet(address, bits, 'ipv6');

/**
 * A peer of a private network that forwards for others. From the public internet the same headers are forged, and the
 * peer is the client.
 */
function isUnnamedProxy(address: string, header: HeaderOf): boolean {
  if (!['x-forwarded-for', 'forwarded', 'x-real-ip'].some((name) => header(name))) return false;
  const family = isIP(address);
  return family !== 0 && own.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
