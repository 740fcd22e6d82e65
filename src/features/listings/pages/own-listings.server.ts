import { traitsOf } from '#features/catalogue/words.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { typedMoney } from '#kernel/numbers/typed-money.ts';
import { invalid, isRefusal } from '#kernel/refusal.ts';
import { text } from '#platform/http/page-form.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { isMove, type Move } from '../components/own/moves.ts';
import { readOwnQuery, statusesOf } from '../components/own/own-query.ts';
import type { Listing } from '../contract.ts';
import { editListing } from '../lifecycle/edit-listing.server.ts';
import { type MovedListings, mostAtOnce, moveListings, requestedListings } from '../lifecycle/move-listings.server.ts';
import { lowestForSale } from '../own-listings/lowest-for-sale.server.ts';
import { listOwnListings } from '../own-listings/own-listings.server.ts';
import { changeOwnTable, readOwnTable } from '../own-listings/own-table.server.ts';
import { getListing } from '../read/listing.queries.server.ts';

/** The data of the page of own listings, from its address. */
export async function loadOwnListings(platform: Platform, actor: Actor, values: URLSearchParams) {
  const { tab, sort, search } = readOwnQuery(values);
  const params = new URLSearchParams({ status: statusesOf(tab).join(',') || 'all' });
  const cursor = values.get('cursor');
  const page = await listOwnListings(platform, actor, params, { cursor, limit: mostAtOnce, sort, search });
  const now = platform.clock.now();
  const copies = page.items.map(({ catalogueCardId, price, ...copy }) => ({
    ...copy,
    cardId: catalogueCardId,
    currency: price.currency,
  }));
  const [lowest, table] = await Promise.all([
    lowestForSale(platform.pool, actor.id, copies, now),
    readOwnTable(platform.db, actor.id),
  ]);
  return {
    ...page,
    items: page.items.map(shownOf),
    table,
    lowest: Object.fromEntries(lowest),
    tab,
    sort,
    search,
    isFirst: cursor === null,
    now: now.toISOString(),
  };
}
/** The fields of a listing in the table: the page carries them twice, rendered and as data. */
function shownOf(listing: Listing) {
  const {
    id,
    name,
    status,
    pausedBy,
    grading,
    quantity,
    quantityAvailable,
    moves,
    photos,
    finish,
    condition,
    language,
    setName,
    number,
  } = listing;
  const { sku, place, checklist, price, viewCount, favoriteCount, expiresAt, catalogueCardId } = listing;
  const copy = {
    catalogueCardId,
    setName,
    number,
    condition,
    finish,
    language,
    grading,
    checklist,
    quantity,
    quantityAvailable,
    price,
    ...traitsOf(listing),
  };
  return {
    id,
    name,
    ...copy,
    status,
    pausedBy,
    moves,
    photos: photos.slice(0, 1),
    sku,
    place,
    viewCount,
    favoriteCount,
    expiresAt,
  };
}
export type OwnShown = ReturnType<typeof shownOf>;
export type OwnListingsData = Awaited<ReturnType<typeof loadOwnListings>>;

export interface OwnAnswer {
  moved?: MovedListings & { verb: Move; names: Record<string, string> };
  /** The selection to delete, for the confirmation. */
  asksToDelete?: string[];
  priced?: { name: string; price: string };
}

/** The forms of the page of one's own listings: its table, a price, or one verb for all that are selected. */
export async function actOnOwnListings(platform: Platform, actor: Actor, form: FormData): Promise<OwnAnswer> {
  if (form.has('price')) return changePrice(platform, actor, text(form, 'listing'), text(form, 'price'));
  if (form.has('table')) {
    await changeOwnTable(platform, actor.id, form);
    return {};
  }
  const verb = form.get('move');
  const ids = form.getAll('id').map(String);
  if (!isMove(verb)) throw invalid({ move: 'Choose an action for the listings.' });
  if (verb === 'remove' && form.get('sure') !== '1') return { asksToDelete: requestedListings(ids) };
  const moved = await moveListings(platform, actor, verb, ids);
  return { moved: { ...moved, verb, names: await namesOf(platform, actor, moved.refused) } };
}

async function changePrice(platform: Platform, actor: Actor, id: string, typed: string): Promise<OwnAnswer> {
  const { price } = await getListing(platform, id, actor.id);
  const amount = typedMoney('price', typed, price.currency);
  const { name, price: now } = await editListing(platform, actor, id, { price: { amount, currency: price.currency } });
  return { priced: { name, price: formatMoney(now) } };
}

/** Names beside what was refused; of what cannot be read there is none. */
async function namesOf(
  platform: Platform,
  actor: Actor,
  refused: MovedListings['refused'],
): Promise<Record<string, string>> {
  const named = await Promise.all(
    refused.map(async ({ id }) => {
      const listing = await getListing(platform, id, actor.id).catch((error: unknown) => {
        if (isRefusal(error)) return null;
        throw error;
      });
      return [id, listing?.name ?? 'A listing'] as const;
    }),
  );
  return Object.fromEntries(named);
}
