import { followsAny, newestAlerts } from '#features/alerts/index.server.ts';
import { cheaperFavorites, findListingsByIds, listViewed, newestInGames } from '#features/listings/index.server.ts';
import { type TileFacts, tileFacts } from '#features/listings/widgets.tsx';
import type { Viewer } from '#features/members/index.server.ts';
import { hasList } from '#features/want-lists/index.server.ts';
import { newestMatches } from '#features/wanted/index.server.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import { loadOwnNeeds, type Needs } from '../dashboard/needs.server.ts';

/** What a new member does first; each is true once it is done. */
export interface FirstSteps {
  isEmailConfirmed: boolean;
  games: string[];
  hasList: boolean;
  followsAny: boolean;
}

export interface MemberHome {
  username: string;
  /** Within a day of joining. */
  isNew: boolean;
  /** Null once they are done, closed, or the first week is over. */
  firstSteps: FirstSteps | null;
  games: string[];
  needs: Needs;
  cheaper: TileFacts[];
  wanted: TileFacts[];
  followed: TileFacts[];
  viewed: TileFacts[];
  inGames: TileFacts[];
}

/** How long the home page shows a new member what to do first. */
const firstStepsMs = 7 * dayMs;

/** A member's home page: what waits for them, and what is new in what they save, want, follow and viewed. */
export async function loadMemberHome(
  platform: Platform,
  viewer: Viewer,
  { limit, hidden }: { limit: number; hidden: readonly string[] },
): Promise<MemberHome> {
  const { id, username, games, joinedAt } = viewer;
  const now = platform.clock.now();
  const [needs, cheaper, matches, alerts, viewed, inGames, firstSteps] = await Promise.all([
    loadOwnNeeds(platform, id),
    cheaperFavorites(platform, id, limit),
    newestMatches(platform.db, id, limit),
    newestAlerts(platform, id, limit),
    listViewed(platform, id, limit),
    games.length > 0 ? newestInGames(platform, games, { limit, without: hidden }) : [],
    now < addMs(joinedAt, firstStepsMs) ? loadFirstSteps(platform, viewer) : null,
  ]);
  const wanted = [...new Set([...matches, ...alerts.ofLists])].slice(0, limit);
  const ids = [...new Set([...cheaper.keys(), ...wanted, ...alerts.ofSellers, ...viewed])];
  const shown = (await findListingsByIds(platform, ids, id)).filter(
    ({ seller, status }) => !hidden.includes(seller.id) && status !== 'removed' && status !== 'draft',
  );
  const listings = new Map(shown.map((listing) => [listing.id, listing]));
  const found = (some: Iterable<string>) => [...some].flatMap((one) => listings.get(one) ?? []);
  const forSale = (some: Iterable<string>) => found(some).filter(({ status }) => status === 'active');
  return {
    username,
    isNew: now < addMs(joinedAt, dayMs),
    firstSteps,
    games,
    needs,
    cheaper: forSale(cheaper.keys()).map((listing) => ({ ...tileFacts(listing), was: cheaper.get(listing.id) })),
    wanted: forSale(wanted).map(tileFacts),
    followed: forSale(alerts.ofSellers).map(tileFacts),
    viewed: found(viewed).map(tileFacts),
    inGames: inGames.map(tileFacts),
  };
}

async function loadFirstSteps({ db }: Platform, viewer: Viewer): Promise<FirstSteps | null> {
  if (viewer.hasClosedFirstSteps) return null;
  const [list, follows] = await Promise.all([hasList(db, viewer.id), followsAny(db, viewer.id)]);
  const { emailVerified: isEmailConfirmed, games } = viewer;
  const isDone = isEmailConfirmed && games.length > 0 && list && follows;
  return isDone ? null : { isEmailConfirmed, games, hasList: list, followsAny: follows };
}
