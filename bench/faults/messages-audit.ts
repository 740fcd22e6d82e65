import pg from 'pg';
import { auditMessages } from '#features/messages/testing.ts';
import { auditOrders } from '#features/orders/testing.ts';
import type { Conversations, Member, SentMessage } from './conversations.ts';
import { send } from './send.ts';

const counterRows = `
  select m.id,
    (select count(*) from thread t where m.id in (t.first_id, t.second_id) and exists (
      select 1 from thread_message x join thread_side s on s.thread_id = t.id and s.member_id = m.id
      where x.thread_id = t.id and x.sender_id <> m.id and x.read_at is null and x.place > s.deleted_place))::int as messages,
    (select count(*) from offer o where o.status = 'pending'
      and (o.seller_id = m.id and o.made_by = 'buyer' and not o.seller_cleared or o.buyer_id = m.id and o.made_by = 'seller' and not o.buyer_cleared))::int as offers,
    (select count(*) from notification n where n.user_id = m.id and n.read_at is null and n.deleted_at is null)::int as notifications
  from unnest($1::text[]) as m(id)`;

const audits: Record<string, string> = {
  'promised more often than there are copies': `
    select l.id from listing l join offer o on o.listing_id = l.id and o.status = 'accepted' and o.promise <> 'lapsed'
    group by l.id having sum(o.quantity) > l.quantity`,
  'accepted and not reserved': `
    select l.id from listing l left join offer o on o.listing_id = l.id and o.promise in ('open', 'claimed')
    group by l.id having l.quantity_held <> coalesce(sum(o.quantity), 0)`,
  'an offer without exactly its one card': `
    select o.id from offer o left join thread_message m on m.card_kind = 'offer' and m.card_id = o.id group by o.id having count(m.*) <> 1`,
};

/**
 * What was acknowledged and is not there, once, in its order; what is promised twice or not reserved; counters that no
 * recount finds. To be asked when nothing is under way.
 */
export async function auditConversations(
  databaseUrl: string,
  url: string,
  conversations: Conversations,
): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  try {
    const broken = [
      ...conversations.complaints(),
      ...(await auditSentMessages(pool, conversations.said())),
      ...(await auditOffers(pool, conversations)),
    ];
    for (const [what, query] of Object.entries(audits)) {
      const { rows } = await pool.query<{ id: string }>(query);
      if (rows.length > 0) broken.push(`${what}: ${rows.map(({ id }) => id).join(', ')}`);
    }
    const busy = conversations
      .members()
      .filter(({ id }) => conversations.said().some(({ senderId }) => senderId === id));
    return [
      ...broken,
      ...(await auditCounters(pool, url, busy)),
      ...(await auditMessages(pool)),
      ...(await auditOrders(pool)),
    ];
  } finally {
    await pool.end();
  }
}

async function auditSentMessages(pool: pg.Pool, said: readonly SentMessage[]): Promise<string[]> {
  const { rows } = await pool.query<{
    id: string;
    thread: string;
    sender: string;
    client: string;
    text: string;
    place: number;
  }>(
    'select id, thread_id as thread, sender_id as sender, client_id as client, text, place from thread_message where client_id is not null',
  );
  const stored = Map.groupBy(rows, ({ thread, sender, client }) => `${thread} ${sender} ${client}`);
  const broken: string[] = [];
  const places = new Map<SentMessage, number>();
  for (const one of said) {
    const found = stored.get(`${one.threadId} ${one.senderId} ${one.clientId}`) ?? [];
    if (found.length !== 1 || found[0]?.id !== one.id || found[0].text !== one.text)
      broken.push(`message ${one.id} was acknowledged and is there ${found.length} times`);
    places.set(one, found[0]?.place ?? 0);
  }
  if (rows.length !== said.length) broken.push(`${rows.length} messages are there, ${said.length} were acknowledged`);
  for (const talk of Map.groupBy(said, ({ threadId }) => threadId).values())
    for (const a of talk)
      for (const b of talk)
        if (a.heard < b.begun && (places.get(a) ?? 0) >= (places.get(b) ?? 0))
          broken.push(`message ${b.id} was begun after ${a.id} was there, and stands before it`);
  return broken;
}

async function auditOffers(pool: pg.Pool, { offered, accepted }: Conversations): Promise<string[]> {
  const { rows } = await pool.query<{
    id: string;
    maker: string;
    listing: string;
    status: string;
    promise: string | null;
  }>(
    "select id, case made_by when 'buyer' then buyer_id else seller_id end as maker, listing_id as listing, status, promise from offer",
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const lost = offered().filter(
    ({ id, listingId, makerId }) => stored.get(id)?.listing !== listingId || stored.get(id)?.maker !== makerId,
  );
  const untaken = accepted().filter(
    ({ offerId }) => stored.get(offerId)?.status !== 'accepted' || stored.get(offerId)?.promise === 'lapsed',
  );
  const taken = rows.filter(({ status }) => status === 'accepted').length;
  return [
    ...lost.map(({ id }) => `offer ${id} was acknowledged and is not there`),
    ...untaken.map(({ offerId }) => `offer ${offerId} was accepted and is not`),
    ...(rows.length === offered().length
      ? []
      : [`${rows.length} offers are there, ${offered().length} were acknowledged`]),
    ...(taken === accepted().length
      ? []
      : [`${taken} offers are accepted, ${accepted().length} acceptances were acknowledged`]),
  ];
}

async function auditCounters(pool: pg.Pool, url: string, members: readonly Member[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; messages: number; offers: number; notifications: number }>(
    counterRows,
    [members.map(({ id }) => id)],
  );
  const broken: string[] = [];
  for (const [n, { id, ...counted }] of rows.entries()) {
    const answer = await send(`${url}/api/counters`, { headers: { authorization: `Bearer ${members[n]?.token()}` } });
    const { messages, offers, notifications } = (answer?.body ?? {}) as typeof counted;
    const shown = JSON.stringify({ messages, offers, notifications });
    if (shown !== JSON.stringify(counted))
      broken.push(`the counters of ${id} say ${shown}, counted are ${JSON.stringify(counted)}`);
  }
  return broken;
}
