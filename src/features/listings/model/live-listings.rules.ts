import type { ListingState } from './listing.process.ts';
import { stateForSale } from './listing.rules.ts';

/**
 * The causes that limit a seller's live listings. A vacation is no cause: it stops sales, and its listings stay live.
 */
export interface LiveCauses {
  isSuspended: boolean;
  /** A trader whose time to show who sells is over. */
  isHeldBack: boolean;
  /** How many may be live at once; null for no limit. */
  maxLive: number | null;
}

export interface SettledListing {
  id: string;
  state: ListingState;
  publishedAt: Date | null;
  expiresAt: Date | null;
  quantity: number;
  quantityHeld: number;
  quantitySold: number;
}

/**
 * The target state of each of these listings (live ones, and those that one of the causes paused; pauses by the seller
 * or an admin stay), by its id, from all causes at once, so that no order of causes lets more be live than the tier
 * allows. A reserved listing stays, because its copy is held for a buyer; of the others the newest stay. Listings that
 * the limit paused resume only where there is no limit: below one the seller chooses.
 */
export function settledStatesOf(
  listings: readonly SettledListing[],
  causes: LiveCauses,
  now: Date,
): Map<string, ListingState> {
  if (causes.isSuspended) return new Map(listings.map(({ id, state }) => [id, hiddenState(state, causes)]));
  if (causes.isHeldBack)
    return new Map(listings.map(({ id, state }) => [id, state === 'paused_by_tier' ? state : 'paused_by_standing']));
  const wanted = listings.map((one) => ({ ...one, to: wantedState(one, causes, now) }));
  const reserved = wanted.filter(({ to }) => to === 'reserved').length;
  const places = causes.maxLive === null ? wanted.length : Math.max(0, causes.maxLive - reserved);
  const staying = new Set(
    wanted
      .filter(({ to }) => to === 'active')
      .sort(newestFirst)
      .slice(0, places)
      .map(({ id }) => id),
  );
  return new Map(wanted.map(({ id, to }) => [id, to === 'active' && !staying.has(id) ? 'paused_by_tier' : to]));
}

function hiddenState(state: ListingState, { isHeldBack }: LiveCauses): ListingState {
  if (state === 'paused_by_tier') return state;
  return state === 'paused_by_standing' && isHeldBack ? state : 'paused_by_suspension';
}

function wantedState(one: SettledListing, { maxLive }: LiveCauses, now: Date): ListingState {
  if (one.state === 'active' || one.state === 'reserved') return one.state;
  // A listing that waited longer than its whole time gets it again where the limit ends, or the upgrade would end a
  // listing that it should resume.
  if (one.state === 'paused_by_tier') return maxLive === null ? 'active' : one.state;
  return stateForSale(one, now);
}

type Published = Pick<SettledListing, 'id' | 'publishedAt'>;

function newestFirst(a: Published, b: Published): number {
  return (b.publishedAt?.getTime() ?? 0) - (a.publishedAt?.getTime() ?? 0) || (a.id < b.id ? 1 : -1);
}
