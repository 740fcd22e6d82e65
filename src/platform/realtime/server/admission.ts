import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Config } from '../../config/config.ts';
import type { ClientAddresses } from '../../http/requests/client-address.ts';
import { isOwnOrigin } from '../../http/requests/own-origin.ts';

/**
 * Whether the upgrade comes from our own page or from a program other than a browser: browsers always send an Origin.
 */
export function comesFromOwnPage(request: IncomingMessage, config: Pick<Config, 'appUrl' | 'mode'>): boolean {
  const { origin, host } = request.headers;
  return origin === undefined || isOwnOrigin(config, origin, host);
}

/**
 * Counts connections per address, for IPv6 per /64 network. Peers on this machine are proxies or the host's own
 * programs and are not counted.
 */
export class Admissions {
  readonly #perAddress: number;
  readonly #clients: Pick<ClientAddresses, 'of'>;
  readonly #counts = new Map<string, number>();
  readonly #loopback = new BlockList();

  constructor(perAddress: number, clients: Pick<ClientAddresses, 'of'>) {
    this.#perAddress = perAddress;
    this.#clients = clients;
    this.#loopback.addSubnet('127.0.0.0', 8, 'ipv4');
    this.#loopback.addAddress('::1', 'ipv6');
  }

  /** Counts a connection and returns the function that releases it; null where the address has reached its limit. */
  enter(request: IncomingMessage): (() => void) | null {
    const address = this.#clients.of(request.socket.remoteAddress ?? '', (name) => request.headers[name]?.toString());
    // Behind an unknown proxy all visitors would share one count.
    if (address === '') return () => {};
    const family = isIP(address);
    // A proxy may forward text that is no address; it counts as it is.
    if (family !== 0 && this.#loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')) return () => {};
    const from = family === 6 ? network64(address) : address;
    const count = this.#counts.get(from) ?? 0;
    if (count >= this.#perAddress) return null;
    this.#counts.set(from, count + 1);
    return () => {
      const left = (this.#counts.get(from) ?? 1) - 1;
      if (left > 0) this.#counts.set(from, left);
      else this.#counts.delete(from);
    };
  }
}

/** One IPv6 customer has a /64 network of addresses: they count together. */
function network64(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0');
  return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}
