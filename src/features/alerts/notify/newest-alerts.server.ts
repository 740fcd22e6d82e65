import type { Platform } from '#platform/platform.ts';

const newest = {
  name: 'alerts-newest',
  text: `select a.kind, a.listing_id as id from alert a join listing l on l.id = a.listing_id
    where a.member_id = $1 and a.kind in ('seller', 'list') and l.status = 'active' and l.expires_at > $2
    group by a.kind, a.listing_id order by max(a.due_at) desc, a.listing_id limit $3`,
};

interface NewestAlerts {
  /** New from sellers that the member follows. */
  ofSellers: string[];
  /** Wanted by one of their want lists. */
  ofLists: string[];
}

/** The listings for sale that a member was notified of last; the caller leaves out those that they may not see. */
export async function newestAlerts(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  memberId: string,
  limit: number,
): Promise<NewestAlerts> {
  const { rows } = await pool.query<{ kind: 'seller' | 'list'; id: string }>({
    ...newest,
    values: [memberId, clock.now(), 4 * limit],
  });
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return { ofSellers: of('seller').slice(0, limit), ofLists: of('list').slice(0, limit) };
}
