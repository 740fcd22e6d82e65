import type { Limit, Limits } from '#platform/limits/limits.ts';
import { isLoopbackAddress } from './requests/loopback.ts';
import { network } from './responses/network.rules.ts';

/** Limits of an act: for a member and, higher, for all clients of one network. */
export interface ActLimits {
  member: Limit;
  network: Limit;
}

/**
 * The network of a request; null for this machine itself, or where it is unknown (a proxy that `TRUSTED_PROXIES` does
 * not name).
 */
export function networkOfAddress(address: string): string | null {
  return address === '' || isLoopbackAddress(address) ? null : network(address);
}

/** The limits and subjects of an act: the member, and their network where it is known. */
export function limitsOf(act: ActLimits, memberId: string, address: string): (readonly [Limit, string])[] {
  const from = networkOfAddress(address);
  return [[act.member, memberId], ...(from === null ? [] : [[act.network, from] as const])];
}

/**
 * Counts an act for the member and their network, `times` times. Throws the limit's refusal (429 with Retry-After)
 * where either is exceeded. Returns the function that takes the count back, for an act without effect.
 */
export function countAct(
  limits: Limits,
  act: ActLimits,
  memberId: string,
  address: string,
  times = 1,
): Promise<() => Promise<void>> {
  return limits.countAll(limitsOf(act, memberId, address), times);
}
