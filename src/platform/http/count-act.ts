import type { Limit, Limits } from '#platform/limits/limits.ts';
import { isLoopbackAddress } from './requests/loopback.ts';
import { network } from './responses/network.rules.ts';

/** One act, limited for a member and, more widely, for all who come from one network. */
export interface ActLimits {
  member: Limit;
  network: Limit;
}

/**
 * The network that a request came from; null where that is this machine itself, or nobody knows (a proxy that
 * `TRUSTED_PROXIES` does not name).
 */
export function placeOf(address: string): string | null {
  return address === '' || isLoopbackAddress(address) ? null : network(address);
}

/** What an act counts on: the member, and the network that they come from where it is known. */
export function partsOf(act: ActLimits, memberId: string, address: string): (readonly [Limit, string])[] {
  const place = placeOf(address);
  return [[act.member, memberId], ...(place === null ? [] : [[act.network, place] as const])];
}

/**
 * Counts an act of a member and of the network that they come from, or as many as `times` says. Throws the limit's
 * refusal (429 with Retry-After) where it was one too many for either. Answers what gives it back, for an act that came
 * to nothing.
 */
export function countAct(
  limits: Limits,
  act: ActLimits,
  memberId: string,
  address: string,
  times = 1,
): Promise<() => Promise<void>> {
  return limits.countAll(partsOf(act, memberId, address), times);
}
