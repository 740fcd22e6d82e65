import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** Whether the upgrade comes from a page of ours, or from a program that is no browser: those always send an Origin. */
export function isOwnOrigin(request: IncomingMessage, appUrl: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return origin === new URL(appUrl).origin || (host !== undefined && new URL(origin).host === host);
}

/** Connections per address. Peers on this machine are proxies or the operator and are not counted. */
export class Admissions {
  readonly #perAddress: number;
  readonly #trusted: ReadonlySet<string>;
  readonly #counts = new Map<string, number>();
  readonly #loopback = new BlockList();

  constructor(perAddress: number, trustedProxies: readonly string[]) {
    this.#perAddress = perAddress;
    this.#trusted = new Set(trustedProxies);
    this.#loopback.addSubnet('127.0.0.0', 8, 'ipv4');
    this.#loopback.addAddress('::1', 'ipv6');
  }

  /** Takes a place, or answers null when the address has all that it may. Calling what it returns gives the place back. */
  enter(request: IncomingMessage): (() => void) | null {
    const address = this.#addressOf(request);
    if (this.#loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return () => {};
    const count = this.#counts.get(address) ?? 0;
    if (count >= this.#perAddress) return null;
    this.#counts.set(address, count + 1);
    return () => {
      const left = (this.#counts.get(address) ?? 1) - 1;
      if (left > 0) this.#counts.set(address, left);
      else this.#counts.delete(address);
    };
  }

  /** The last address in `X-Forwarded-For` that is not a proxy of ours; without a trusted peer, the peer itself. */
  #addressOf(request: IncomingMessage): string {
    const chain = String(request.headers['x-forwarded-for'] ?? '').split(',');
    let address = plain(request.socket.remoteAddress ?? '');
    while (this.#trusted.has(address)) {
      const previous = plain(chain.pop()?.trim() ?? '');
      if (!previous) break;
      address = previous;
    }
    return address;
  }
}

function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
