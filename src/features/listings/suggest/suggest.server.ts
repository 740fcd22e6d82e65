import { holdsAll, searchCards, searchSets } from '#features/catalogue/index.server.ts';
import { findSellersNamed } from '#features/members/index.server.ts';
import type { Currency, Money } from '#kernel/numbers/money.ts';
import { type Caller, readCostly } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import { hiddenSellers } from '../search/hidden-sellers.server.ts';
import { byPrice, cheapestWithPost } from '../search/sql/total-rank.server.ts';
import type { Suggestions } from './suggestion.contract.ts';

const most = { candidates: 60, cards: 8, cardsBesideOthers: 5, sets: 3, sellers: 3 } as const;
const noSuggestions: Suggestions = { cards: [], sets: [], sellers: [] };

/**
 * What a search may mean while it is typed: cards, those with copies for sale first, then sets and members who sell. A
 * card that holds all words comes before one that holds some. Without what the caller is not shown. Counts against the
 * caller's budget of searches (429).
 */
export async function suggest(platform: Platform, caller: Caller, q: string): Promise<Suggestions> {
  const words = q.trim();
  if (words.length < 2) return noSuggestions;
  const without = await hiddenSellers(platform, caller.actor?.id ?? null);
  return readCostly(platform, caller, async () => {
    const [cards, sets, sellers] = await Promise.all([
      suggestCards(platform, q, without),
      searchSets(platform, { q: words, limit: most.sets }),
      suggestSellers(platform, words, without),
    ]);
    // Eight rows fill the list; what else it may be must stay in sight.
    const isOnlyCards = sets.length + sellers.length === 0;
    return {
      cards: isOnlyCards ? cards : cards.slice(0, most.cardsBesideOthers),
      sets: sets.map(({ game, setCode, setName, cards: count }) => ({ game, setCode, setName, cards: count })),
      sellers,
    };
  });
}

async function suggestCards(platform: Platform, q: string, without: readonly string[]): Promise<Suggestions['cards']> {
  const { cards } = await searchCards(platform, { q, limit: most.candidates });
  const whole = cards.filter(({ score }) => score >= holdsAll);
  const candidates = whole.length > 0 ? whole : cards;
  const copies = await countCopies(
    platform,
    candidates.map(({ id }) => id),
    without,
  );
  const shown = [
    ...candidates.filter(({ id }) => copies.has(id)),
    ...candidates.filter(({ id }) => !copies.has(id)),
  ].slice(0, most.cards);
  const prices = await lowestPrices(
    platform,
    shown.filter(({ id }) => copies.has(id)).map(({ id }) => id),
    without,
  );
  return shown.map(({ id, name, setName, number, artUrl }) => ({
    id,
    name,
    setName,
    number,
    artUrl,
    copies: copies.get(id) ?? 0,
    from: prices.get(id) ?? null,
  }));
}

const isForSale = "l.status = 'active' and l.expires_at > $1 and l.seller_id <> all($3::text[])";

/** How many copies of each of these cards are for sale; cards without one are absent. */
async function countCopies(
  { pool, clock }: Platform,
  cardIds: readonly string[],
  without: readonly string[],
): Promise<Map<string, number>> {
  if (cardIds.length === 0) return new Map();
  const { rows } = await pool.query<{ card_id: string; n: number }>({
    name: 'suggested-cards-copies',
    text: `select l.card_id, count(*)::int as n from listing l where ${isForSale} and l.card_id = any($2) group by l.card_id`,
    values: [clock.now(), cardIds, without],
  });
  return new Map(rows.map(({ card_id, n }) => [card_id, n]));
}

/** What the copy of each of these cards costs that its page shows first. */
async function lowestPrices(
  { pool, clock }: Platform,
  cardIds: readonly string[],
  without: readonly string[],
): Promise<Map<string, Money>> {
  if (cardIds.length === 0) return new Map();
  const { rows } = await pool.query<{ card_id: string; amount: number; currency: Currency }>({
    name: 'suggested-cards-lowest',
    text: `select card.id as card_id, cheapest.price_amount as amount, cheapest.currency from unnest($2::text[]) as card (id)
      cross join lateral (select l.price_amount, l.currency ${byPrice(`${isForSale} and l.card_id = card.id`, 24)}
        order by ${cheapestWithPost} limit 1) cheapest`,
    values: [clock.now(), cardIds, without],
  });
  return new Map(rows.map(({ card_id, amount, currency }) => [card_id, { amount, currency }]));
}

async function suggestSellers(
  platform: Platform,
  words: string,
  without: readonly string[],
): Promise<Suggestions['sellers']> {
  const { db, pool, clock } = platform;
  const members = await findSellersNamed(db, words, without, most.candidates);
  if (members.length === 0) return [];
  const { rows } = await pool.query<{ seller_id: string; n: number }>({
    name: 'suggested-sellers-listings',
    text: "select seller_id, count(*)::int as n from listing where status = 'active' and expires_at > $1 and seller_id = any($2) group by seller_id",
    values: [clock.now(), members.map(({ id }) => id)],
  });
  const forSale = new Map(rows.map(({ seller_id, n }) => [seller_id, n]));
  return members
    .filter(({ id }) => forSale.has(id))
    .slice(0, most.sellers)
    .map(({ id, username, avatarUrl }) => ({ id, username, avatarUrl, forSale: forSale.get(id) ?? 0 }));
}
