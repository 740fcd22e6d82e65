import { eq, type SQL, sql } from 'drizzle-orm';
import { checkAdminFactor } from '#features/auth/index.server.ts';
import { isSuspendedSql } from '#features/members/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import { hourMs } from '#kernel/time.ts';
import { weakMemo } from '#kernel/weak-memo.ts';
import { TagCache } from '#platform/cache/tag-cache.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { isTheirs, listingPolicy, unknownPhoto } from '../model/listing.policy.ts';
import { publicStatuses } from '../model/listing.process.ts';
import { listing, listingPhoto } from '../model/listing.tables.ts';
import { isHidden } from '../read/visible-listings.ts';

/** A photo as its listing has it. */
interface HeldPhoto {
  listingId: string;
  sellerId: string;
  /** Whether everybody sees it there. */
  isShown: boolean;
  widths: readonly number[];
  kind: 'upload' | 'art';
  view: string | null;
}

/** A photo that the viewer may see. */
export interface SeenPhoto {
  id: string;
  isShown: boolean;
  /** Null for one that no listing has any more, and an order still shows. */
  held: HeldPhoto | null;
}

/**
 * The photo, for this viewer. Public while its listing shows it; else for its seller, admins (403 without their second
 * factor, in production), and the buyer and seller of an order that shows it. A photo of a conversation is for its two
 * members, and for the admin who took a report of it. For all others it is 404. A public one costs the database one
 * query in each process, until its listing changes.
 */
export async function preparePhoto(platform: Platform, caller: Actor | null, id: string): Promise<SeenPhoto> {
  if (!isId(id)) throw notFound(unknownPhoto);
  const held = await heldPhoto(platform, id);
  if (held?.isShown) return { id, isShown: true, held };
  if (caller === null) throw notFound(unknownPhoto);
  // Its seller needs no record to see it.
  if (held?.sellerId === caller.id) return { id, isShown: false, held };
  const shown = (await platform.evidence(platform.db, [id])).get(id);
  if (!held && !shown) throw notFound(unknownPhoto);
  const photo = {
    isShown: false,
    sellerId: held?.sellerId ?? null,
    shownTo: shown?.members ?? [],
    operators: shown?.operators ?? null,
  };
  listingPolicy.check(caller, 'see a photo', photo);
  if (!isTheirs(caller, photo)) await checkAdminFactor(platform, caller);
  return { id, isShown: false, held };
}

const heldBytes = 4 * 1024 * 1024;
const bytesOfOne = 400;

/** Separate from the response cache, so that a page of tiles does not evict it. */
const shownPhotos = weakMemo((bus: Platform['bus']) => {
  const cache = new TagCache(heldBytes);
  cache.follow(bus);
  return cache;
});

/** Only public photos are cached: hidden or missing ones are requested too seldom, and addresses can be made up. */
async function heldPhoto(platform: Platform, id: string): Promise<HeldPhoto | null> {
  const cache = shownPhotos(platform.bus);
  const nowMs = platform.clock.now().getTime();
  const cached = cache.find<HeldPhoto>(id, nowMs);
  if (cached) return cached;
  const started = cache.begin();
  const held = await readHeld(platform, id);
  if (held?.isShown)
    cache.store(
      id,
      {
        value: held,
        bytes: bytesOfOne,
        tags: [`listing:${held.listingId}`, `profile:${held.sellerId}`],
        expiresAtMs: nowMs + hourMs,
      },
      started,
    );
  return held;
}

async function readHeld({ db }: Pick<Platform, 'db'>, id: string): Promise<HeldPhoto | null> {
  const [row] = await db
    .select({
      listingId: listing.id,
      sellerId: listing.sellerId,
      status: listing.status,
      pausedBy: listing.pausedBy,
      isSellerSuspended: sql.raw(isSuspendedSql('listing.seller_id')) as SQL<boolean>,
      widths: listingPhoto.widths,
      kind: listingPhoto.kind,
      view: listingPhoto.view,
    })
    .from(listingPhoto)
    .innerJoin(listing, eq(listing.id, listingPhoto.listingId))
    .where(eq(listingPhoto.id, id));
  if (!row) return null;
  const { status, pausedBy, isSellerSuspended, ...facts } = row;
  return { ...facts, isShown: publicStatuses.includes(status) && !isHidden({ pausedBy, isSellerSuspended }) };
}
