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

/** An IPv4 address as a dual-stack socket spells it is still that address. */
function normalise(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
