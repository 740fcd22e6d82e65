import { and, desc, eq, isNull } from 'drizzle-orm';
import { foundUnder, readingNow, readStoredSearch, requireStorableSearch } from '#features/listings/index.server.ts';
import { lockMember } from '#features/members/index.server.ts';
import { definitionOf } from '#features/tiers/index.server.ts';
import { formatNumber } from '#kernel/format.ts';
import type { Frequency } from '#kernel/how-often.ts';
import { isId, newId } from '#kernel/ids.ts';
import { isRefusal, notAllowed, notFound, signInFirst } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { alertRefusals, type SavedSearch, type SaveSearchInput } from '../contract.ts';
import { notifyAsOften } from '../match/await-updates.server.ts';
import { lockChoice } from '../match/lock-choice.server.ts';
import { notifyingSearches } from '../match/searches-to-notify.server.ts';
import { alertPolicy, unknownSearch } from '../model/alert.policy.ts';
import { alert, type SavedSearchRow, savedSearch } from '../model/alert.tables.ts';
import { alertsLimits } from '../model/alerts.limits.ts';
import { defaultName, nameOf, type PriceAlertName, typedName } from './search-name.server.ts';

/**
 * Saves a search; answers its id. Refuses one without a filter or that cannot be read (422), advanced search without a
 * tier that has it and more searches than the tier allows (403 `tier_limit`), too many in a day (429). A price alert of
 * a listing is saved once: an existing one gets the new target.
 */
export async function saveSearch(
  platform: Platform,
  actor: Actor,
  { name, query, frequency = 'now' }: Omit<SaveSearchInput, 'name'> & { name: string | PriceAlertName },
  alertOf: string | null = null,
): Promise<string> {
  const readable = await requireStorableSearch(platform, actor.id, query);
  let id = newId();
  const under = { keyedAs: await readingNow(platform), ...(await foundUnder(platform, readable.search)) };
  await write(platform, async (tx) => {
    if (!(await lockMember(tx, actor.id))) throw signInFirst();
    await lockChoice(tx, actor.id);
    const { game: games, seller: sellerId, minPrice: minRank, maxPrice: maxRank } = readable.search;
    const [same] = alertOf === null ? [] : await priceAlertsOf(tx.db, actor.id, alertOf).for('update');
    if (same && typeof name !== 'string') {
      id = same.id;
      await storeTarget(tx, same, { name, query: readable.query, maxRank });
      return;
    }
    const { maxSavedSearches: most, displayName } = await definitionOf(tx.db, actor.id);
    if ((await tx.db.$count(savedSearch, eq(savedSearch.ownerId, actor.id))) >= most)
      throw notAllowed(
        `Your ${displayName} includes ${formatNumber(most)} saved searches. Delete one to save another.`,
        alertRefusals.tierLimit,
      );
    await platform.limits.count(alertsLimits.saved, actor.id, tx.db);
    const bounds = { games, sellerId, minRank, maxRank };
    await tx.db.insert(savedSearch).values({
      id,
      ownerId: actor.id,
      ...(typeof name === 'string'
        ? typedName(name, readable.query)
        : { name: '', nameCode: 'price_alert', nameParams: name }),
      query: readable.query,
      frequency,
      ...bounds,
      ...under,
      listingId: alertOf,
      createdAt: platform.clock.now(),
    });
    tx.made(id);
  });
  return id;
}

/** Saves a search under its own words, with notifications at once; one that is saved already stays as it is. */
export async function saveSearchOnce(platform: Platform, actor: Actor, typedQuery: string): Promise<string> {
  const { query } = readStoredSearch(typedQuery);
  const own = and(eq(savedSearch.ownerId, actor.id), eq(savedSearch.query, query), isNull(savedSearch.listingId));
  const [same] = await platform.db.select({ id: savedSearch.id }).from(savedSearch).where(own).limit(1);
  return same?.id ?? saveSearch(platform, actor, { name: defaultName(query), query: typedQuery });
}

/**
 * A member's price alerts for a listing. Found by the listing's id, since the price in their query may be an old one.
 */
export const priceAlertsOf = (db: Db, ownerId: string, listingId: string) =>
  db
    .select()
    .from(savedSearch)
    .where(and(eq(savedSearch.ownerId, ownerId), eq(savedSearch.listingId, listingId)));

/** Why this member may not save this search, before the form asks for a name; null where they may. */
export async function whyNotSaved(
  platform: Platform,
  { id }: Actor,
  query: string,
): Promise<{ sentence: string; isOfTier: boolean } | null> {
  try {
    await requireStorableSearch(platform, id, query);
    return null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { sentence: error.errors?.query ?? error.message, isOfTier: error.code === alertRefusals.tierLimit };
  }
}

/** The member's own searches, latest first: no pages, since the tier limits their number. */
export async function listSavedSearches(db: Db, ownerId: string): Promise<SavedSearch[]> {
  const rows = await db
    .select()
    .from(savedSearch)
    .where(eq(savedSearch.ownerId, ownerId))
    .orderBy(desc(savedSearch.createdAt), desc(savedSearch.id));
  const notifying = await notifyingSearches(db, ownerId);
  return rows.map((row) => present(row, notifying));
}

/** One of the member's own searches. Refuses an unknown one (404). */
export async function getSavedSearch(db: Db, ownerId: string, id: string): Promise<SavedSearch> {
  const [row] = isId(id)
    ? await db
        .select()
        .from(savedSearch)
        .where(and(eq(savedSearch.id, id), eq(savedSearch.ownerId, ownerId)))
    : [];
  if (!row) throw notFound(unknownSearch);
  return present(row, await notifyingSearches(db, ownerId));
}

/**
 * Changes the frequency of the member's own search and moves its pending alerts; a name only where one is given.
 * Refuses an unknown one and, in the same words, another member's, and a name for a price alert (404).
 */
export async function changeSavedSearch(
  platform: Platform,
  actor: Actor,
  id: string,
  { frequency, name }: { frequency: Frequency; name?: string | undefined },
): Promise<void> {
  await write(platform, async (tx) => {
    const row = await lockSearch(tx, actor, id, 'change');
    if (name !== undefined && row.listingId !== null) throw notFound(unknownSearch);
    await tx.db
      .update(savedSearch)
      .set({ frequency, ...(name !== undefined && typedName(name, row.query)) })
      .where(eq(savedSearch.id, row.id));
    await notifyAsOften(tx, { memberId: actor.id, kind: 'search', sourceId: row.id, frequency }, platform.clock.now());
  });
}

/**
 * Deletes the member's own search and its pending alerts. Refuses an unknown one and, in the same words, another
 * member's (404).
 */
export async function removeSavedSearch(platform: Platform, actor: Actor, id: string): Promise<void> {
  await write(platform, async (tx) => {
    const row = await lockSearch(tx, actor, id, 'remove');
    await tx.db.delete(savedSearch).where(eq(savedSearch.id, row.id));
    await forgetFound(tx, row);
  });
}

/**
 * Changes the target of the member's own price alert. Forgets what the former target found, so that the same listing
 * may be found again. Refuses an unknown one and, in the same words, another member's (404).
 */
export async function changeTarget(
  platform: Platform,
  actor: Actor,
  id: string,
  change: (row: SavedSearchRow & { listingId: string }, db: Db) => Promise<NewTarget>,
): Promise<void> {
  await write(platform, async (tx) => {
    const { listingId, ...row } = await lockSearch(tx, actor, id, 'change');
    if (listingId === null) throw notFound(unknownSearch);
    await storeTarget(tx, { ...row, listingId }, await change({ ...row, listingId }, tx.db));
  });
}

interface NewTarget {
  name: PriceAlertName;
  query: string;
  maxRank: SavedSearchRow['maxRank'] | undefined;
}

async function storeTarget(tx: Tx, row: SavedSearchRow, { name, query, maxRank }: NewTarget): Promise<void> {
  // Saved with the same target: what was notified once is not new.
  if (query === row.query && maxRank === row.maxRank) return;
  const named = { name: '', nameCode: 'price_alert', nameParams: name };
  await tx.db
    .update(savedSearch)
    .set({ ...named, query, maxRank })
    .where(eq(savedSearch.id, row.id));
  await forgetFound(tx, row);
}

const forgetFound = (tx: Tx, { id, ownerId }: SavedSearchRow) =>
  tx.db.delete(alert).where(and(eq(alert.memberId, ownerId), eq(alert.kind, 'search'), eq(alert.sourceId, id)));

async function lockSearch(tx: Tx, actor: Actor, id: string, verb: 'change' | 'remove'): Promise<SavedSearchRow> {
  const [row] = isId(id) ? await tx.db.select().from(savedSearch).where(eq(savedSearch.id, id)).for('update') : [];
  if (!row) throw notFound(unknownSearch);
  alertPolicy.check(actor, verb, row);
  return row;
}

function present(row: SavedSearchRow, notifying: ReadonlySet<string>): SavedSearch {
  const { id, query, frequency, createdAt } = row;
  return { id, name: nameOf(row), query, frequency, isPaused: !notifying.has(id), createdAt: createdAt.toISOString() };
}
