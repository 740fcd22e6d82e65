import { inArray } from 'drizzle-orm';
import {
  findAmong,
  type ListingUpdates,
  mayBeToldOf,
  readKeptSearch,
  readListingNews,
  stillFavourites,
} from '#features/listings/index.server.ts';
import { findPublicProfile } from '#features/members/index.server.ts';
import { stillWanted } from '#features/want-lists/index.server.ts';
import { wantMails, wantToTell } from '#features/wanted/index.server.ts';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { Platform } from '#platform/platform.ts';
import { favouriteWords, newCards } from '../alert-words.ts';
import { notifyingSearches } from '../match/searches-to-notify.server.ts';
import { alertMails } from '../model/alert.emails.ts';
import { type AlertRow, savedSearch } from '../model/alert.tables.ts';

/** What is told together: of one saved search, one seller, one wanted post or one favourite. */
export interface Notifying {
  /** As what a member may decline it, as an entry and as a mail. */
  kind: MailKind;
  rows: AlertRow[];
  listings: ListingUpdates[];
  /** Names its entry. */
  about: string;
  title: string;
  /** The same for its entry, where it names a member: `notify`. */
  entry?: { title: string; namedId?: string };
  body: string;
  link: string;
  /** Why, beside a card in a mail. */
  why: string;
}

/**
 * What of these alerts is still true at this moment, grouped: a search finds the card now, a list wants it, the seller
 * and the favourite still stand, nobody has blocked anybody, and the card is for sale (or, where that is the news,
 * sold). What is not among them is not told.
 */
export async function alertContent(
  platform: Platform,
  memberId: string,
  rows: readonly AlertRow[],
): Promise<Notifying[]> {
  const ids = [...new Set(rows.map(({ listingId }) => listingId))];
  const copies = await mayBeToldOf(
    platform,
    memberId,
    null,
    await readListingNews(platform.db, ids, platform.clock.now()),
  );
  const byId = new Map(copies.map((copy) => [copy.id, copy]));
  const notified = [
    ...(await searchesToNotify(platform, memberId, rows, byId)),
    ...(await sellersToNotify(platform, rows, byId)),
    ...(await listsToNotify(platform, memberId, rows, byId)),
    ...(await wantsToNotify(platform, memberId, rows, byId)),
    ...(await favouritesToNotify(platform, memberId, rows, byId)),
  ];
  return notified.filter(({ listings }) => listings.length > 0);
}

type Copies = ReadonlyMap<string, ListingUpdates>;

function bySource(rows: readonly AlertRow[], kind: AlertRow['kind']): Map<string, AlertRow[]> {
  return Map.groupBy(
    rows.filter((row) => row.kind === kind),
    ({ sourceId }) => sourceId,
  );
}

const forSale = (rows: readonly AlertRow[], copies: Copies) =>
  rows.flatMap(({ listingId }) => copies.get(listingId) ?? []).filter((copy) => copy.isForSale);

async function searchesToNotify(
  platform: Platform,
  memberId: string,
  all: readonly AlertRow[],
  copies: Copies,
): Promise<Notifying[]> {
  const groups = bySource(all, 'search');
  if (groups.size === 0) return [];
  const searches = await platform.db
    .select()
    .from(savedSearch)
    .where(inArray(savedSearch.id, [...groups.keys()]));
  const notifying = await notifyingSearches(platform.db, memberId);
  return Promise.all(
    searches
      .filter(({ id }) => notifying.has(id))
      .map(async ({ id, name, query }): Promise<Notifying> => {
        const [kept, sought] = [readKeptSearch(query), forSale(groups.get(id) ?? [], copies)];
        const among = await findAmong(
          platform,
          kept,
          sought.map((copy) => copy.id),
        );
        const listings = await mayBeToldOf(
          platform,
          memberId,
          kept,
          sought.filter((copy) => among.has(copy.id)),
        );
        const words = { title: `${newCards(listings.length)} for “${name}”`, why: `“${name}”` };
        return { ...words, ...of(groups.get(id) ?? [], listings), about: `search-${id}`, link: newestOf(query) };
      }),
  );
}

async function sellersToNotify(
  { db, clock }: Platform,
  all: readonly AlertRow[],
  copies: Copies,
): Promise<Notifying[]> {
  const notified: Notifying[] = [];
  for (const [sellerId, rows] of bySource(all, 'seller')) {
    const seller = await findPublicProfile(db, sellerId, clock.now());
    if (!seller) continue;
    const listings = forSale(rows, copies);
    const words = { title: `${newCards(listings.length)} from ${seller.username}`, why: `from ${seller.username}` };
    const entry = { title: `${newCards(listings.length)} from {name}`, namedId: sellerId };
    notified.push({
      ...words,
      entry,
      ...of(rows, listings),
      about: `seller-${sellerId}`,
      link: newestOf(`seller=${sellerId}`),
    });
  }
  return notified;
}

async function listsToNotify(
  { db, clock }: Platform,
  memberId: string,
  all: readonly AlertRow[],
  copies: Copies,
): Promise<Notifying[]> {
  const notified: Notifying[] = [];
  for (const [listId, rows] of bySource(all, 'list')) {
    const sought = forSale(rows, copies);
    const ids = sought.map(({ id }) => id);
    const wanted = await stillWanted(db, { ownerId: memberId, listId, listingIds: ids }, clock.now());
    if (!wanted) continue;
    const listings = sought.filter(({ id }) => wanted.ids.has(id));
    const words = { title: `${newCards(listings.length)} on “${wanted.name}”`, why: `on “${wanted.name}”` };
    notified.push({ ...words, ...of(rows, listings), about: `list-${listId}`, link: `/want-lists/${listId}` });
  }
  return notified;
}

async function wantsToNotify(
  { db, clock }: Platform,
  memberId: string,
  all: readonly AlertRow[],
  copies: Copies,
): Promise<Notifying[]> {
  const notified: Notifying[] = [];
  for (const [wantId, rows] of bySource(all, 'want')) {
    const met = await wantToTell(db, { wantId, ownerId: memberId }, clock.now());
    if (!met) continue;
    const listings = forSale(rows, copies).filter(({ id }) => met.ids.has(id));
    const words = { title: met.title, body: met.body, why: 'your wanted post' };
    notified.push({
      ...of(rows, listings),
      ...words,
      kind: wantMails,
      about: `want-${wantId}`,
      link: `/wanted/${wantId}`,
    });
  }
  return notified;
}

async function favouritesToNotify(
  { db }: Platform,
  memberId: string,
  all: readonly AlertRow[],
  copies: Copies,
): Promise<Notifying[]> {
  const rows = all.filter(({ kind }) => !['search', 'seller', 'list', 'want'].includes(kind));
  const still = await stillFavourites(
    db,
    memberId,
    rows.map(({ listingId }) => listingId),
  );
  return rows.flatMap((row): Notifying[] => {
    const copy = still.has(row.listingId) ? copies.get(row.listingId) : undefined;
    const words = copy && favouriteWords(row.kind, copy);
    if (!copy || !words) return [];
    return [
      {
        kind: alertMails,
        rows: [row],
        listings: [copy],
        about: `favourite-${row.kind}-${copy.id}`,
        link: `/listings/${copy.id}`,
        ...words,
      },
    ];
  });
}

function of(
  all: readonly AlertRow[],
  listings: ListingUpdates[],
): Pick<Notifying, 'kind' | 'rows' | 'listings' | 'body'> {
  const ids = new Set(listings.map(({ id }) => id));
  const titles = listings.slice(0, 3).map(({ title }) => title);
  const more = listings.length - titles.length;
  const body = `${titles.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  return { kind: alertMails, rows: all.filter(({ listingId }) => ids.has(listingId)), listings, body };
}

function newestOf(query: string): string {
  const params = new URLSearchParams(query);
  params.set('sort', 'newest');
  return `/browse?${params}`;
}
