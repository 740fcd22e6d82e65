import { inArray } from 'drizzle-orm';
import {
  findAmong,
  type ListingUpdates,
  mayBeNotifiedOf,
  readListingUpdates,
  readStoredSearch,
  stillFavourites,
} from '#features/listings/index.server.ts';
import { findPublicProfile } from '#features/members/index.server.ts';
import { stillWanted } from '#features/want-lists/index.server.ts';
import { wantMails, wantToNotify } from '#features/wanted/index.server.ts';
import { formatList, plural } from '#kernel/format.ts';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { Platform } from '#platform/platform.ts';
import { favouriteWords, newCards } from '../alert-words.ts';
import { notifyingSearches } from '../match/searches-to-notify.server.ts';
import { alertMails } from '../model/alert.emails.ts';
import { type AlertRow, savedSearch } from '../model/alert.tables.ts';

/** The alerts of one source: a saved search, a seller, a wanted post or a favourite. */
export interface Notifying {
  /** The kind by which a member may decline notifications and emails. */
  kind: MailKind;
  rows: AlertRow[];
  listings: ListingUpdates[];
  /** The key of its notification. */
  about: string;
  title: string;
  /** Other words for the notification, where it names a member: `notify`. */
  entry?: { title: string; namedId?: string };
  body: string;
  link: string;
  /** The reason, beside a card in an email. */
  why: string;
}

/**
 * The alerts that are still true at this moment, grouped by source: the search finds the card, the list wants it, the
 * seller and the favourite still exist, no block stands between the members, and the card is for sale (or sold, where
 * that is the update). All others are not sent.
 */
export async function alertContent(
  platform: Platform,
  memberId: string,
  rows: readonly AlertRow[],
): Promise<Notifying[]> {
  const ids = [...new Set(rows.map(({ listingId }) => listingId))];
  const copies = await mayBeNotifiedOf(
    platform,
    memberId,
    null,
    await readListingUpdates(platform.db, ids, platform.clock.now()),
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
        const [search, found] = [readStoredSearch(query), forSale(groups.get(id) ?? [], copies)];
        const among = await findAmong(
          platform,
          search,
          found.map((copy) => copy.id),
        );
        const listings = await mayBeNotifiedOf(
          platform,
          memberId,
          search,
          found.filter((copy) => among.has(copy.id)),
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
    const found = forSale(rows, copies);
    const ids = found.map(({ id }) => id);
    const wanted = await stillWanted(db, { ownerId: memberId, listId, listingIds: ids }, clock.now());
    if (!wanted) continue;
    const listings = found.filter(({ id }) => wanted.ids.has(id));
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
    const met = await wantToNotify(db, { wantId, ownerId: memberId }, clock.now());
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
  const rest = more > 0 ? [plural(more, { one: '# more', other: '# more' })] : [];
  const body = `${formatList([...titles, ...rest])}.`;
  return { kind: alertMails, rows: all.filter(({ listingId }) => ids.has(listingId)), listings, body };
}

function newestOf(query: string): string {
  const params = new URLSearchParams(query);
  params.set('sort', 'newest');
  return `/browse?${params}`;
}
