/**
 * The client's address: the peer's, unless the peer is a trusted proxy; then the nearest address in `X-Forwarded-For`, read from the right,
 * that is not one.
 */
export function addressBehind(peer: string, forwardedFor: string, trustedProxies: readonly string[]): string {
  const direct = normalise(peer);
  if (!trustedProxies.includes(direct)) return direct;
  const chain = forwardedFor
    .split(',')
    .map((part) => normalise(part.trim()))
    .filter(Boolean);
  return chain.findLast((address) => !trustedProxies.includes(address)) ?? direct;
}

/** One spelling for one client: without the port that some proxies write along, another for each connection, and IPv4 as itself also on a dual-stack socket. */
function normalise(address: string): string {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
  const plain = bare.toLowerCase();
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/.test(plain) ? plain.slice(7) : plain;
}
