import { listGames } from '#features/catalogue/index.server.ts';
import {
  countLive,
  type EndingTile,
  endingTiles,
  favoriteIds,
  featuredListings,
  hiddenSellers,
  newestListings,
} from '#features/listings/index.server.ts';
import { browseAddress, gameName, type TileFacts, tileFacts } from '#features/listings/widgets.tsx';
import type { Viewer } from '#features/members/index.server.ts';
import { newestWants } from '#features/wanted/index.server.ts';
import { type WantFacts, wantFacts } from '#features/wanted/widgets.tsx';
import { conditionsAtLeast } from '#kernel/cards/conditions.ts';
import type { Platform } from '#platform/platform.ts';
import { loadMemberHome, type MemberHome } from './member-home.server.ts';

export interface HomeData {
  total: number;
  /** Printings in the catalogue. */
  catalogue: number;
  games: { game: string; label: string; count: number }[];
  featured: TileFacts[];
  newest: TileFacts[];
  /** Of a member: what of theirs ends next. */
  ending: EndingTile[];
  liked: string[];
  tries: { label: string; to: string }[];
  wanted: WantFacts[];
  viewerId: string | null;
  /** Null for a visitor. */
  member: MemberHome | null;
  now: string;
}

const fanSize = 5;
/** More than one row at any width, and not a second page: the rest is a press away. */
const onCarousel = 8;

/** What is for sale now, for a visitor at once; and for a member what is theirs. */
export async function loadHome(platform: Platform, viewer: Viewer | null): Promise<HomeData> {
  const hidden = await hiddenSellers(platform, viewer?.id ?? null);
  const [live, games, featured, newest, wanted, ending, member] = await Promise.all([
    countLive(platform),
    listGames(platform.db),
    featuredListings(platform, onCarousel, hidden),
    newestListings(platform, onCarousel, hidden),
    newestWants(platform.db, viewer?.id ?? null, 6),
    viewer ? endingTiles(platform, viewer.id, onCarousel) : [],
    viewer && loadMemberHome(platform, viewer, { limit: onCarousel, hidden }),
  ]);
  const top = featured.map(tileFacts);
  const fresh = newest.map(tileFacts);
  const liked = viewer ? await favoriteIds(platform, viewer.id, idsOf([...top, ...fresh, ...tilesOf(member)])) : [];
  return {
    total: live.total,
    catalogue: games.reduce((sum, game) => sum + game.cards, 0),
    games: Object.entries(live.byGame)
      .map(([game, count]) => ({ game, label: gameName(game), count }))
      .sort((a, b) => b.count - a.count),
    featured: top,
    newest: fresh,
    ending,
    liked: [...liked],
    wanted: wanted.map(wantFacts),
    tries: triesOf(top, fresh),
    viewerId: viewer?.id ?? null,
    member,
    now: platform.clock.now().toISOString(),
  };
}

const idsOf = (tiles: readonly TileFacts[]) => [...new Set(tiles.map(({ id }) => id))];
const tilesOf = (member: MemberHome | null) =>
  member ? [...member.cheaper, ...member.wanted, ...member.followed, ...member.viewed, ...member.inGames] : [];

/** Searches that find something, because they are made from what is for sale. */
function triesOf(featured: readonly TileFacts[], newest: readonly TileFacts[]): HomeData['tries'] {
  const tries: HomeData['tries'] = [];
  const all = [...featured.slice(0, fanSize), ...newest];
  const numbered = all.find(({ name, setLine }) => name.length <= 24 && setLine.split(' · ').length === 3);
  if (numbered) {
    const words = `${numbered.name} ${numbered.setLine.split(' · ')[1]}`.toLowerCase();
    tries.push({ label: words, to: browseAddress({ q: words }) });
  }
  const good: string[] = conditionsAtLeast('near_mint');
  const hasCheapNearMint = all.some(
    ({ condition, price }) => good.includes(condition) && price.currency === 'USD' && price.amount <= 2_000,
  );
  if (hasCheapNearMint)
    tries.push({ label: 'cond:nm+ price<20', to: browseAddress({ condition: good, maxPrice: '20' }) });
  if (all.some(({ grading }) => grading !== undefined))
    tries.push({ label: 'is:graded', to: browseAddress({ graded: 'true' }) });
  return tries;
}
