import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { type CopyTraits, copyFlags } from '#features/catalogue/words.ts';
import { type Listing, priceRank } from '#features/listings/contract.ts';
import {
  findMatchableListingsByIds,
  getListing,
  readStoredSearch,
  wordsOfSearch,
} from '#features/listings/index.server.ts';
import { conditionNames, conditions, conditionsAtLeast } from '#kernel/cards/conditions.ts';
import { firstOf } from '#kernel/first-of.ts';
import { isId } from '#kernel/ids.ts';
import { type Currency, decimalOf, formatMoney, type Money } from '#kernel/numbers/money.ts';
import { noAmountIn, typedMoney } from '#kernel/numbers/typed-money.ts';
import { invalid } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { type SavedSearchRow, savedSearch } from '../model/alert.tables.ts';
import { changeTarget, priceAlertsOf, removeSavedSearch, saveSearch } from '../saved-searches/saved-searches.server.ts';
import type { PriceAlertName } from '../saved-searches/search-name.server.ts';
import { alertLimits } from '../words.ts';

type Copy = Pick<
  Listing,
  'name' | 'game' | 'setCode' | 'setName' | 'number' | 'condition' | 'grading' | 'finish' | 'language' | 'price'
> &
  CopyTraits;

/** The name holds the price too. */
const mostOfCard = alertLimits.name - 20;

/**
 * A search for copies of the same printing, at least as good, that cost less than a target, and its name. The target is
 * in the listing's currency; prices of several currencies are compared by fixed rates. Refuses a graded copy (422): the
 * basic search, which every plan has, filters graded copies but not their grade.
 */
export function priceAlertOf(
  copy: Copy,
  target: Money = copy.price,
): { name: Required<PriceAlertName>; query: string } {
  const { name, game, setCode, setName, number, condition, grading, finish, language, price } = copy;
  if (grading)
    throw invalid({
      listingId: 'Price alerts aren’t available for graded cards. Save an advanced search for the grade instead.',
    });
  refuseAbove(price, target);
  const q = [name, number].filter(Boolean).join(' ');
  const params = new URLSearchParams({ q, game, language, maxPrice: decimalOf(rankBelow(target)) });
  if (setCode) params.append('set', setCode);
  // An unknown condition has no better one.
  if (condition !== 'unknown') for (const each of conditionsAtLeast(condition)) params.append('condition', each);
  if (finish) params.append('finish', finish);
  if (copy.edition) params.append('edition', copy.edition);
  for (const flag of copyFlags) if (copy[flag]) params.append(flag, 'true');
  const card = firstOf([name, setName].filter(Boolean).join(', '), mostOfCard);
  return { name: { card, price: target, from: price }, query: readStoredSearch(params.toString()).query };
}

/** A listing that costs less already is no news. */
function refuseAbove(price: Money, target: Money): void {
  if (priceRank(target) > priceRank(price))
    throw invalid({ target: `This listing is already under ${formatMoney(target)}. Enter a lower price.` });
}

/** The highest price under a target, as the filter of a search compares it. */
const rankBelow = (target: Money) => Math.max(1, priceRank(target) - 1);

/**
 * Sets the price alert of a listing, or gives it a new target. Without a typed target it is the listing's price.
 * Answers its name.
 */
export async function setPriceAlert(
  platform: Platform,
  actor: Actor,
  listingId: string,
  typed: string,
): Promise<PriceAlertName> {
  const listing = await getListing(platform, listingId, actor.id);
  const { currency } = listing.price;
  const target = typed.trim() === '' ? listing.price : { amount: typedTarget(typed, currency), currency };
  const { name, query } = priceAlertOf(listing, target);
  await saveSearch(platform, actor, { name, query }, listingId);
  return name;
}

/**
 * Gives a price alert a new target, in the currency of the former. Refuses an unknown one (404), and a target above the
 * price of its listing while that is for sale (422).
 */
export async function changePriceAlert(platform: Platform, actor: Actor, id: string, typed: string): Promise<void> {
  await changeTarget(platform, actor, id, async (row, db) => {
    const { currency } = targetOf(row);
    const price = { amount: typedTarget(typed, currency), currency };
    const [listing] = await findMatchableListingsByIds(db, [row.listingId], platform.clock.now());
    if (listing) refuseAbove(listing.price, price);
    const params = new URLSearchParams(row.query);
    params.set('maxPrice', decimalOf(rankBelow(price)));
    return {
      name: { card: cardOf(row), from: targetOf(row), ...row.nameParams, price },
      query: readStoredSearch(params.toString()).query,
      maxRank: rankBelow(price),
    };
  });
}

function typedTarget(typed: string, currency: Currency): number {
  const amount = typedMoney('target', typed, currency);
  if (amount < 1) throw invalid({ target: noAmountIn(currency, '') });
  return amount;
}

export interface PriceAlert {
  id: string;
  listingId: string;
  card: string;
  target: Money;
  /** `Holo, English, Near mint or better · under $4.50`. */
  words: string;
}

/** The member's price alerts, newest first: no pages, since the tier limits their number. */
export async function listPriceAlerts(db: Db, ownerId: string): Promise<PriceAlert[]> {
  const rows = await db
    .select()
    .from(savedSearch)
    .where(and(eq(savedSearch.ownerId, ownerId), isNotNull(savedSearch.listingId)))
    .orderBy(desc(savedSearch.createdAt), desc(savedSearch.id));
  return rows.map((row) => ({
    id: row.id,
    listingId: row.listingId ?? '',
    card: cardOf(row),
    target: targetOf(row),
    words: wordsOf(row),
  }));
}

/** What a copy must be like, and its price; the card is named beside it. */
function wordsOf(row: SavedSearchRow): string {
  const params = new URLSearchParams(row.query);
  const worst = conditions.findLast((each) => params.getAll('condition').includes(each));
  for (const known of ['q', 'game', 'set', 'maxPrice', 'condition']) params.delete(known);
  const copy = [
    params.size > 0 && wordsOfSearch(params.toString()),
    worst && (worst === conditions[0] ? conditionNames[worst] : `${conditionNames[worst]} or better`),
  ];
  return `${copy.filter(Boolean).join(', ')} · under ${formatMoney(targetOf(row))}`;
}

/** The target of a listing's price alert; null for a visitor and where the member has set none. */
export async function findPriceTarget(db: Db, ownerId: string | null, listingId: string): Promise<Money | null> {
  const [set] = ownerId === null ? [] : await priceAlertsOf(db, ownerId, listingId);
  return set ? targetOf(set) : null;
}

/** Names that no code could be read from stay as text; their filter has the price in US dollars. */
const nameParamsOf = ({ nameParams }: SavedSearchRow) => nameParams as PriceAlertName | null;
const cardOf = (row: SavedSearchRow) => nameParamsOf(row)?.card ?? row.name;
const targetOf = (row: SavedSearchRow): Money =>
  nameParamsOf(row)?.price ?? { amount: (row.maxRank ?? 0) + 1, currency: 'USD' };

/**
 * Deletes the price alert that a member set on a listing's page, whatever its price is now and whether the listing is
 * still visible. Having none is no error.
 */
export async function takeBackPriceAlert(platform: Platform, actor: Actor, listingId: string): Promise<void> {
  if (!isId(listingId)) return;
  for (const { id } of await priceAlertsOf(platform.db, actor.id, listingId))
    await removeSavedSearch(platform, actor, id);
}
