import { findCard } from '#features/catalogue/index.server.ts';
import { findListingsByText, inspectListing } from '#features/listings/index.server.ts';
import { findWants, getWantForAdmin } from '#features/wanted/index.server.ts';
import { idShape } from '#kernel/ids.ts';
import { isRefusal } from '#kernel/refusal.ts';
import type { Caller } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import { adminSecurity } from '../admin.security.ts';

const most = 20;

export interface FoundContent {
  id: string;
  title: string;
  owner: string;
}

export type LookUp = { to: string } | { listings: readonly FoundContent[]; wants: readonly FoundContent[] };

/**
 * Listings, wanted posts and cards for an admin. An ID, or an address with one, names one thing in any state: its admin page.
 * Other words search active listings and open wanted posts.
 */
export async function findContent(platform: Platform, caller: Caller, words: string): Promise<LookUp> {
  platform.security.note(adminSecurity.read, { outcome: 'done', what: 'listings' });
  const id = idIn(words);
  if (id !== null) {
    const to = await pageOf(platform, id);
    return to === null ? { listings: [], wants: [] } : { to };
  }
  const [listings, { items: wants }] = await Promise.all([
    findListingsByText(platform, caller, words, most),
    findWants(platform, caller, { q: words, limit: most }),
  ]);
  return {
    listings: listings.map(({ id: listingId, title, seller }) => ({ id: listingId, title, owner: seller.username })),
    wants: wants.map(({ id: wantId, title, owner }) => ({ id: wantId, title, owner: owner.username })),
  };
}

/** The ID that the words are, or with which the path of their address ends. */
function idIn(words: string): string | null {
  const last =
    words
      .trim()
      .replace(/[?#].*$/, '')
      .split('/')
      .filter(Boolean)
      .at(-1) ?? '';
  return idShape.test(last) ? last : null;
}

async function pageOf({ db }: Platform, id: string): Promise<string | null> {
  const listing = await inspectListing(db, id).catch(nullIfUnknown);
  // A draft is private to its seller.
  if (listing && listing.publishedAt !== null) return `/admin/listings/${id}`;
  const want = await getWantForAdmin(db, id).catch(nullIfUnknown);
  if (want) return `/admin/wanted/${id}`;
  return (await findCard(db, id)) && `/admin/cards/${id}`;
}

function nullIfUnknown(error: unknown): null {
  if (isRefusal(error) && error.status === 404) return null;
  throw error;
}
