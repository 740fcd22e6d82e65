import { type CopyTraits, copyFlags } from '#features/catalogue/words.ts';
import { type Listing, priceRank } from '#features/listings/contract.ts';
import { readStoredSearch } from '#features/listings/index.server.ts';
import { conditionsAtLeast } from '#kernel/cards/conditions.ts';
import { firstOf } from '#kernel/first-of.ts';
import { isId } from '#kernel/ids.ts';
import { decimalOf } from '#kernel/numbers/money.ts';
import { invalid } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { priceAlertsOf, removeSavedSearch } from '../saved-searches/saved-searches.server.ts';
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
 * A search for copies of the same printing, at least as good, that cost less, and its name. Prices of several
 * currencies are compared by fixed rates. Refuses a graded copy (422): the basic search, which every plan has, filters
 * graded copies but not their grade.
 */
export function priceAlertOf(copy: Copy): { name: PriceAlertName; query: string } {
  const { name, game, setCode, setName, number, condition, grading, finish, language, price } = copy;
  if (grading)
    throw invalid({
      listingId: 'Price alerts aren’t available for graded cards. Save an advanced search for the grade instead.',
    });
  const q = [name, number].filter(Boolean).join(' ');
  const params = new URLSearchParams({ q, game, language, maxPrice: decimalOf(Math.max(1, priceRank(price) - 1)) });
  if (setCode) params.append('set', setCode);
  // An unknown condition has no better one.
  if (condition !== 'unknown') for (const each of conditionsAtLeast(condition)) params.append('condition', each);
  if (finish) params.append('finish', finish);
  if (copy.edition) params.append('edition', copy.edition);
  for (const flag of copyFlags) if (copy[flag]) params.append(flag, 'true');
  const card = firstOf([name, setName].filter(Boolean).join(', '), mostOfCard);
  return { name: { card, price }, query: readStoredSearch(params.toString()).query };
}

/**
 * Deletes the price alert that a member set on a listing's page, whatever its price is now and whether the listing is
 * still visible. Having none is no error.
 */
export async function takeBackPriceAlert(platform: Platform, actor: Actor, listingId: string): Promise<void> {
  if (!isId(listingId)) return;
  for (const { id } of await priceAlertsOf(platform.db, actor.id, listingId))
    await removeSavedSearch(platform, actor, id);
}

/** Whether a member has set this listing's price alert; a visitor has none. */
export async function hasPriceAlert(db: Db, ownerId: string | null, listingId: string): Promise<boolean> {
  return ownerId !== null && (await priceAlertsOf(db, ownerId, listingId)).length > 0;
}
