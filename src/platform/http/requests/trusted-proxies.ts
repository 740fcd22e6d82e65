import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Proxies whose `X-Forwarded-For` is trusted. */
export interface TrustedProxies {
  has(address: string): boolean;
}

type Entry =
  | { kind: 'address'; address: string }
  | { kind: 'network'; address: string; bits: number }
  | { kind: 'name'; name: string };

const hostName =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i;

/** Parses an entry of `TRUSTED_PROXIES`: an address, a network in CIDR form or a host name; null for anything else. */
function readEntry(text: string): Entry | null {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family !== 0 && bits === undefined) return { kind: 'address', address };
  if (family !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits ?? '') && Number(bits) <= (family === 4 ? 32 : 128))
    return { kind: 'network', address, bits: Number(bits) };
  // A name of digits only is a mistyped address.
  return bits === undefined && hostName.test(text) && /[a-z]/i.test(text) ? { kind: 'name', name: text } : null;
}

/** A message for each entry that can match nothing, or that would match every address. */
export function proxyProblems(entries: readonly string[]): string[] {
  return entries.flatMap((text) => {
    const entry = readEntry(text);
    if (!entry)
      return [
        `TRUSTED_PROXIES has an invalid entry: ${text}. Use an IP address (10.0.0.2), a network (10.0.0.0/8) or a host name (proxy.internal).`,
      ];
    if (entry.kind === 'network' && entry.bits === 0)
      return [`TRUSTED_PROXIES has an entry that trusts every address: ${text}. Use the network of your proxies.`];
    return [];
  });
}

const kindOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The trusted addresses of valid entries and of the resolved names. */
export function proxiesOf(entries: readonly string[], named: readonly string[] = []): TrustedProxies {
  const list = new BlockList();
  for (const entry of entries.map(readEntry)) {
    if (entry?.kind === 'address') list.addAddress(entry.address, kindOf(entry.address));
    if (entry?.kind === 'network') list.addSubnet(entry.address, entry.bits, kindOf(entry.address));
  }
  for (const address of named) list.addAddress(address, kindOf(address));
  return { has: (address) => isIP(address) !== 0 && list.check(address, kindOf(address)) };
}

/** The current addresses of each entry that is a name; null where it does not resolve. */
export async function lookUpProxies(entries: readonly string[]): Promise<Map<string, string[] | null>> {
  const names = entries.map(readEntry).flatMap((entry) => (entry?.kind === 'name' ? [entry.name] : []));
  const found = names.map(async (name): Promise<[string, string[] | null]> => {
    const answers = await lookup(name, { all: true }).catch(() => null);
    return [name, answers?.map(({ address }) => address) ?? null];
  });
  return new Map(await Promise.all(found));
}
