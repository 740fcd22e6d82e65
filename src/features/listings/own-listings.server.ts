import { cursorPart, pageOf, readCursor } from '#kernel/paging.ts';
import { invalid } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { Platform } from '#platform/platform.ts';
import type { OwnListingPage } from './contract.ts';
import { listingPolicy } from './listing.policy.ts';
import { presentListing } from './listing.present.server.ts';
import { type ListingStatus, listingStatuses } from './listing.process.ts';
import { asOf, type ReadRow, readColumns, readJoins } from './listing.queries.server.ts';

const page = {
  name: 'listings-own',
  text: `select ${readColumns}, (extract(epoch from l.created_at) * 1000000)::bigint as key_0 from listing l ${readJoins}
    where l.seller_id = $1 and l.status = any($2) and ($3::bigint is null or (l.created_at, l.id) < (timestamptz 'epoch' + $3 * interval '1 microsecond', $4))
    order by l.created_at desc, l.id desc limit $5`,
};
const counts = {
  name: 'listings-own-counts',
  text: `select status, count(*) as n from listing where seller_id = $1 and status <> 'removed' group by status`,
};
const shown = listingStatuses.filter((status) => status !== 'removed');

/** A seller's own listings in the states asked for (all but removed ones by default), the newest first. Nobody else's: 403. */
export async function listOwnListings(
  platform: Pick<Platform, 'pool' | 'clock'>,
  actor: Actor,
  params: URLSearchParams,
  { cursor, limit }: { cursor?: string | null | undefined; limit: number },
): Promise<OwnListingPage> {
  const seller = params.get('seller');
  listingPolicy.check(actor, 'list what is not for sale', { sellerId: seller === null || seller === 'me' ? actor.id : seller });
  const [at, id] = cursor ? readCursor(cursor, cursorPart.whole, cursorPart.id) : [null, null];
  const [{ rows }, counted] = await Promise.all([
    platform.pool.query<ReadRow & { key_0: number }>({ ...page, values: [actor.id, statusesOf(params), at, id, limit + 1] }),
    countOwnListings(platform, actor.id),
  ]);
  const now = platform.clock.now();
  const { items, nextCursor } = pageOf(rows, limit, ({ key_0, id }) => [key_0, id]);
  return {
    items: items.map((row) => presentListing(asOf(row, now), actor.id)),
    nextCursor,
    counts: counted,
  };
}

/** How many listings somebody has in each state that has any. */
export async function countOwnListings({ pool }: Pick<Platform, 'pool'>, sellerId: string): Promise<Partial<Record<ListingStatus, number>>> {
  const { rows } = await pool.query<{ status: ListingStatus; n: number }>({ ...counts, values: [sellerId] });
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

function statusesOf(params: URLSearchParams): readonly ListingStatus[] {
  const asked = params
    .getAll('status')
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter(Boolean);
  if (asked.length === 0 || asked.includes('all')) return shown;
  return asked.map((value) => {
    const known = shown.find((status) => status === value);
    if (!known) throw invalid({ status: `status must be one of ${shown.join(', ')}, or all.` });
    return known;
  });
}
