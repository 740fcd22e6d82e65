import { lockMember } from '#features/members/index.server.ts';
import { connectionOf } from '#platform/db/db.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';

/** Older ones are deleted: the list is a way back, not a record of what a member looked at. */
const mostViewed = 20;

const insert = {
  name: 'viewed-listing-insert',
  text: `insert into viewed_listing (member_id, listing_id, viewed_at) values ($1, $2, $3)
    on conflict (member_id, listing_id) do update set viewed_at = excluded.viewed_at`,
};
const trim = {
  name: 'viewed-listing-trim',
  text: `delete from viewed_listing where member_id = $1 and listing_id in
    (select listing_id from viewed_listing where member_id = $1 order by viewed_at desc, listing_id offset $2)`,
};

/** Remembers that a member opened this listing. */
export async function rememberViewed(platform: Platform, memberId: string, listingId: string): Promise<void> {
  await write(platform, async (tx) => {
    if (!(await lockMember(tx, memberId))) return;
    const connection = connectionOf(tx.db);
    await connection.query({ ...insert, values: [memberId, listingId, platform.clock.now()] });
    await connection.query({ ...trim, values: [memberId, mostViewed] });
  });
}

/** The listings that a member opened last, the latest first. */
export async function listViewed({ pool }: Pick<Platform, 'pool'>, memberId: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'viewed-listings',
    text: 'select listing_id as id from viewed_listing where member_id = $1 order by viewed_at desc, listing_id limit $2',
    values: [memberId, limit],
  });
  return rows.map(({ id }) => id);
}

/** Deletes the whole list, as its member asked for. */
export async function clearViewed(platform: Platform, memberId: string): Promise<void> {
  await write(platform, async (tx) => {
    await connectionOf(tx.db).query('delete from viewed_listing where member_id = $1', [memberId]);
  });
}
