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
import { wantMails, wantToNotify, wantUpdates } from '#features/wanted/index.server.ts';
import { textOf } from '#kernel/text/coded-text.ts';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Platform } from '#platform/platform.ts';
import { notifyingSearches } from '../match/searches-to-notify.server.ts';
import { alertMails } from '../model/alert.emails.ts';
import { type AlertRow, savedSearch } from '../model/alert.tables.ts';
import { nameOf } from '../saved-searches/search-name.server.ts';
import { alertUpdates, costOf } from './alert-texts.server.ts';

/** The alerts of one source: a saved search, a seller, a wanted post or a favourite. */
export interface Notifying {
  /** The kinds by which a member may decline notifications and emails. */
  kind: NotificationKind;
  mailKind: MailKind;
  rows: AlertRow[];
  listings: ListingUpdates[];
  /** The key of its notification. */
  about: string;
  /** Its sentence among those of the kind. */
  code: string;
  params: object;
  /** The member whose name replaces `{name}`. */
  named?: { id: string; username: string };
  link: string;
  /** The reason, beside a card in an email. */
  why: string;
}

/** Subject and sentence, for an email. */
export function wordsOf({ kind, code, params, named }: Notifying): { title: string; sentence: string } {
  const { title = '', sentence = '' } = textOf(kind.texts ?? {}, code, params) ?? {};
  const withName = (text: string) => (named ? text.replace('{name}', () => named.username) : text);
  return { title: withName(title), sentence: withName(sentence) };
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
      .map(async (saved): Promise<Notifying> => {
        const { id, name, nameCode, nameParams, query } = saved;
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
        const [cheapest] = listings.toSorted((a, b) => a.priceRank - b.priceRank);
        return {
          ...of(groups.get(id) ?? [], listings),
          ...(nameCode === 'price_alert' && cheapest
            ? { code: 'price_alert', params: { ...nameParams, lowest: cheapest.price, count: listings.length } }
            : {
                code: 'search',
                params: { ...foundCards(listings), name, ...(nameCode && { nameCode, nameParams, query }) },
              }),
          why: `Saved search: ${nameOf(saved)}`,
          about: `search-${id}`,
          link: nameCode === 'price_alert' && listings.length === 1 ? `/listings/${cheapest?.id}` : newestOf(query),
        };
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
    notified.push({
      ...of(rows, listings),
      code: 'seller',
      params: foundCards(listings),
      named: { id: sellerId, username: seller.username },
      why: `Seller: ${seller.username}`,
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
    notified.push({
      ...of(rows, listings),
      code: 'list',
      params: { ...foundCards(listings), name: wanted.name },
      why: `Want list: ${wanted.name}`,
      about: `list-${listId}`,
      link: `/want-lists/${listId}`,
    });
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
    notified.push({
      ...of(rows, listings),
      code: met.code,
      params: met.params,
      why: 'Wanted post',
      kind: wantUpdates,
      mailKind: wantMails,
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
    const why = favouriteLabels[row.kind];
    if (!copy || !why || !(row.kind === 'sold' ? copy.status === 'sold' : copy.isForSale)) return [];
    const endsAt = row.kind === 'ending' && copy.expiresAt ? { endsAt: copy.expiresAt.toISOString() } : {};
    return [
      {
        ...of([row], [copy]),
        code: row.kind,
        params: { title: copy.title, ...(row.kind !== 'sold' && costOf(copy)), ...endsAt },
        why,
        about: `favourite-${row.kind}-${copy.id}`,
        link: `/listings/${copy.id}`,
      },
    ];
  });
}

/** The updates of a favourite. */
const favouriteLabels: Partial<Record<AlertRow['kind'], string>> = {
  price: 'Price lowered',
  back: 'For sale again',
  sold: 'Sold',
  ending: 'Ends soon',
};

function of(
  all: readonly AlertRow[],
  listings: ListingUpdates[],
): Pick<Notifying, 'kind' | 'mailKind' | 'rows' | 'listings'> {
  const ids = new Set(listings.map(({ id }) => id));
  const rows = all.filter(({ listingId }) => ids.has(listingId));
  return { kind: alertUpdates, mailKind: alertMails, rows, listings };
}

/** A title is named once; where all are the same, with the lowest price. */
function foundCards(listings: readonly ListingUpdates[]) {
  const titles = [...new Set(listings.map(({ title }) => title))];
  const [cheapest] = listings.toSorted((a, b) => a.priceRank - b.priceRank);
  return {
    count: listings.length,
    titles: titles.slice(0, 3),
    ...(titles.length === 1 && listings.length > 1 && { from: cheapest?.price }),
  };
}

function newestOf(query: string): string {
  const params = new URLSearchParams(query);
  params.set('sort', 'newest');
  return `/browse?${params}`;
}
