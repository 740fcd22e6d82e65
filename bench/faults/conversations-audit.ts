import type pg from 'pg';
import { auditMessages } from '#features/messages/testing.ts';
import { auditOrders } from '#features/orders/testing.ts';
import type { Acknowledged, SentMessage } from './conversations.ts';
import type { Member } from './members.ts';
import { send } from './workload.ts';

const counterRows = `
  select m.id,
    (select count(*) from thread_side s where s.member_id = m.id and s.unread > 0)::int as messages,
    (select count(*) from offer o where o.status = 'pending'
      and (o.seller_id = m.id and o.made_by = 'buyer' and not o.seller_cleared
        or o.buyer_id = m.id and o.made_by = 'seller' and not o.buyer_cleared))::int as offers,
    (select count(*) from notification n
      where n.user_id = m.id and n.read_at is null and n.deleted_at is null)::int as notifications
  from unnest($1::text[]) as m(id)`;

/** `auditOrders` compares held copies with promised ones, and `auditMessages` unread numbers with messages. */
const offersWithoutCard = `
  select o.id from offer o left join thread_message m on m.card_kind = 'offer' and m.card_id = o.id
  group by o.id having count(m.*) <> 1`;

/** Everything acknowledged that is lost, doubled or out of order; broken invariants; counters unlike a recount. */
export async function auditConversations(pool: pg.Pool, url: string, acknowledged: Acknowledged): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(offersWithoutCard);
  return [
    ...rows.map(({ id }) => `offer ${id} has not exactly one card`),
    ...(await wrongMessages(pool, acknowledged.messages)),
    ...(await wrongOffers(pool, acknowledged)),
    ...(await wrongCounters(pool, url, [...acknowledged.members])),
    ...(await auditMessages(pool)),
    ...(await auditOrders(pool)),
  ];
}

async function wrongMessages(pool: pg.Pool, sent: readonly SentMessage[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; name: string; text: string; place: number }>(
    `select id, thread_id || ' ' || sender_id || ' ' || client_id as name, text, place
     from thread_message where client_id is not null`,
  );
  const stored = Map.groupBy(rows, ({ name }) => name);
  const broken = rows.length === sent.length ? [] : [`${rows.length} messages stored, ${sent.length} acknowledged`];
  const places = new Map<SentMessage, number>();
  for (const one of sent) {
    const found = stored.get(`${one.threadId} ${one.senderId} ${one.clientId}`) ?? [];
    if (found.length !== 1 || found[0]?.id !== one.id || found[0].text !== one.text)
      broken.push(`message ${one.id} was acknowledged and is stored ${found.length} times`);
    places.set(one, found[0]?.place ?? 0);
  }
  for (const thread of Map.groupBy(sent, ({ threadId }) => threadId).values())
    for (const a of thread)
      for (const b of thread)
        if (a.acknowledgedAt < b.sentAt && (places.get(a) ?? 0) >= (places.get(b) ?? 0))
          broken.push(`message ${b.id} was sent after ${a.id}, and is stored before it`);
  return broken;
}

async function wrongOffers(pool: pg.Pool, { offers, acceptedIds }: Acknowledged): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; of: string; accepted: boolean; lapsed: boolean }>(
    `select id, listing_id || ' ' || case made_by when 'buyer' then buyer_id else seller_id end as of,
       status = 'accepted' as accepted, promise is not distinct from 'lapsed' as lapsed from offer`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const broken = [
    ...offers
      .filter(({ id, listingId, makerId }) => stored.get(id)?.of !== `${listingId} ${makerId}`)
      .map(({ id }) => `offer ${id} was acknowledged and is lost`),
    ...acceptedIds
      .filter((id) => !stored.get(id)?.accepted || stored.get(id)?.lapsed)
      .map((id) => `offer ${id} was accepted and is not`),
  ];
  const accepted = rows.filter((row) => row.accepted).length;
  if (rows.length !== offers.length) broken.push(`${rows.length} offers stored, ${offers.length} acknowledged`);
  if (accepted !== acceptedIds.length)
    broken.push(`${accepted} offers accepted, ${acceptedIds.length} acceptances acknowledged`);
  return broken;
}

async function wrongCounters(pool: pg.Pool, url: string, members: readonly Member[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; messages: number; offers: number; notifications: number }>(
    counterRows,
    [members.map(({ id }) => id)],
  );
  const broken: string[] = [];
  for (const [n, { id, ...counted }] of rows.entries()) {
    const answer = await send(`${url}/api/counters`, { headers: { authorization: `Bearer ${members[n]?.token}` } });
    const { messages, offers, notifications } = (answer?.body ?? {}) as typeof counted;
    const shown = JSON.stringify({ messages, offers, notifications });
    if (shown !== JSON.stringify(counted))
      broken.push(`the counters of ${id} are ${shown}, a recount finds ${JSON.stringify(counted)}`);
  }
  return broken;
}
