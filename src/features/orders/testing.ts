import { connect, type Socket } from 'node:net';
import type pg from 'pg';
import { createListing } from '#features/listings/index.server.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { actorOf } from '#testing/actor.ts';
import { auditListings } from '#testing/audits/listing-audit.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import type { Order } from './contract.ts';

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  authenticate: '4000002500003155',
} as const;

export interface ForSale {
  price?: number;
  currency?: Currency;
  quantity?: number;
  shipping?: { name: string; price: { amount: number; currency: Currency }; tracked: boolean }[];
}

/** A live listing of the seller, through the listings feature's own use case. Prices under 20.00 need no photo. */
export async function putUpForSale(
  market: TestMarket,
  seller: TestMember,
  { price = 1_299, currency = 'USD', quantity = 1, shipping = [] }: ForSale = {},
): Promise<string> {
  const input = {
    game: 'pokemon' as const,
    name: 'Charizard',
    condition: 'near_mint' as const,
    price: { amount: price, currency },
    quantity,
    shipping,
    status: 'active' as const,
  };
  const { id } = await createListing(market.platform, actorOf(seller), input);
  return id;
}

/** The purchase that an order is paid with. */
export async function purchaseOf({ platform }: Pick<TestMarket, 'platform'>, orderId: string): Promise<string> {
  const { rows } = await platform.pool.query<{ id: string }>('select purchase_id as id from orders where id = $1', [
    orderId,
  ]);
  if (!rows[0]) throw new Error(`there is no order ${orderId}`);
  return rows[0].id;
}

/** Lifts the limit of two listings, which these tests are not about. */
export async function makePremium(market: TestMarket, member: TestMember): Promise<void> {
  await market.platform.pool.query("update profile set account_tier = 'premium' where user_id = $1", [member.id]);
}

/** From the next request on. */
export async function makeAdmin(market: TestMarket, member: TestMember): Promise<void> {
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [member.id]);
}

export async function buy(
  market: TestMarket,
  buyer: TestMember,
  listingId: string,
  extra: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  return market.request('POST', '/api/orders', { as: buyer, body: { listingId, ...extra }, headers });
}

export async function buyPlaced(
  market: TestMarket,
  buyer: TestMember,
  listingId: string,
  extra: Record<string, unknown> = {},
): Promise<{ order: Order; purchaseId: string; checkoutUrl: string }> {
  const answer = await buy(market, buyer, listingId, extra);
  if (answer.status !== 201) throw new Error(`buying answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Does what a browser does on the hosted page. */
export async function onCheckout(
  url: string,
  body: Record<string, unknown>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** `name` distinguishes payment cards of the same number, as fingerprints do at Stripe. */
export function pay(checkoutUrl: string, card: string = cards.good, name?: string) {
  return onCheckout(`${checkoutUrl}/pay`, { card, ...(name === undefined ? {} : { name }) });
}

/** A paid order of the seller's card, as its buyer sees it. */
export async function placePaidOrder(
  market: TestMarket,
  seller: TestMember,
  buyer: TestMember,
  sale: ForSale = {},
): Promise<Order> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller, sale));
  const { status } = await pay(checkoutUrl);
  if (status !== 200) throw new Error(`paying answered ${status}`);
  await passTime(market);
  return readOrderAs(market, buyer, order.id);
}

/**
 * A paid order is sent, arrives, and its buyer says that all is well: it is completed, and the seller alone can't give
 * the money back any more.
 */
export async function completeOrder(
  market: TestMarket,
  seller: TestMember,
  buyer: TestMember,
  orderId: string,
): Promise<void> {
  const steps = [
    ['ship', seller, { carrier: 'Post' }],
    ['deliver', buyer, {}],
    ['dispute', buyer, { reason: 'not_as_described', text: 'The corner looked bent.' }],
    ['settle', buyer, {}],
  ] as const;
  for (const [verb, as, body] of steps) {
    const answer = await market.request('POST', `/api/orders/${orderId}/${verb}`, { as, body });
    if (answer.status !== 200) throw new Error(`${verb} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
}

/** Moves the one clock and waits until everything that follows has happened on both sides: timers, webhooks, jobs. */
export async function passTime(market: TestMarket, ms = 0): Promise<void> {
  const answer = await market.request('POST', '/sandbox/clock', { body: { advanceSeconds: ms / 1_000 } });
  if (answer.status !== 200) throw new Error(`the clock answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** A new session for a member whose session has expired after days. */
export async function signInAgain(market: TestMarket, member: TestMember): Promise<TestMember> {
  const answer = await market.request('POST', '/api/auth/sign-in/email', {
    body: { email: member.email, password: member.password },
  });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { ...member, cookie };
}

export async function readOrderAs(market: TestMarket, member: TestMember, orderId: string): Promise<Order> {
  const answer = await market.request('GET', `/api/orders/${orderId}`, { as: member });
  if (answer.status !== 200) throw new Error(`the order answered ${answer.status}`);
  return answer.body;
}

export async function setFaults(market: TestMarket, faults: Record<string, unknown> | null): Promise<void> {
  const { status } = await market.request(
    faults ? 'POST' : 'DELETE',
    '/sandbox/stripe/faults',
    faults ? { body: faults } : {},
  );
  if (status !== 200) throw new Error(`the faults answered ${status}`);
}

/**
 * A bank's action: `disputes`, `disputes/ID/decide` or `fraud-warnings`. Its events are on their way when this
 * resolves. Returns the object at Stripe.
 */
export async function bankDoes(
  market: TestMarket,
  what: string,
  body: Record<string, unknown>,
): Promise<{ id: string; status: string }> {
  const answer = await market.request('POST', `/sandbox/stripe/${what}`, { body });
  if (answer.status !== 200) throw new Error(`the bank answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export interface RawAnswer {
  status: number;
  body: string;
}

/**
 * Sends all requests but for their last byte, and then the last bytes together, so that they really meet at the server.
 */
export async function atOnce(
  url: string,
  requests: { path: string; headers: Record<string, string>; body: string }[],
): Promise<RawAnswer[]> {
  const { hostname, port, host } = new URL(url);
  const held = await Promise.all(
    requests.map(async ({ path, headers, body }) => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      const lines = {
        host,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
        ...headers,
      };
      const head = Object.entries(lines)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('');
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n${body.slice(0, -1)}`, () => resolve());
      });
      return { socket, last: body.slice(-1) };
    }),
  );
  const answers = held.map(({ socket }) => readRaw(socket));
  for (const { socket, last } of held) socket.write(last);
  return Promise.all(answers);
}

function readRaw(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const split = text.indexOf('\r\n\r\n');
      const isChunked = /transfer-encoding: chunked/i.test(text.slice(0, split));
      const body = text.slice(split + 4);
      resolve({ status: Number(text.split(' ')[1]), body: isChunked ? unchunk(body) : body });
    });
  });
}

function unchunk(text: string): string {
  let rest = text;
  let all = '';
  for (;;) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.slice(0, end), 16);
    if (!(size > 0)) return all;
    all += rest.slice(end + 2, end + 2 + size);
    rest = rest.slice(end + 2 + size + 2);
  }
}

const audits: Record<string, string> = {
  'I1 a single copy has more than one live order': `
    select i.listing_id as id from order_item i join orders o on o.id = i.order_id join listing l on l.id = i.listing_id
    where l.quantity = 1 and o.status not in ('canceled', 'refunded') group by i.listing_id having count(*) > 1`,
  'I2 held and sold copies are not those of the orders, or more than there are': `
    select l.id from listing l left join (
      select i.listing_id, sum(i.quantity) filter (where o.status = 'pending_payment') as held, sum(i.quantity) filter (where o.paid_at is not null) as sold
      from order_item i join orders o on o.id = i.order_id group by i.listing_id) t on t.listing_id = l.id
      left join (select listing_id, sum(quantity) as kept from offer where promise = 'open' group by listing_id) f on f.listing_id = l.id
    where l.quantity_held <> coalesce(t.held, 0) + coalesce(f.kept, 0) or l.quantity_sold <> coalesce(t.sold, 0) or l.quantity_held + l.quantity_sold > l.quantity
      or (l.status = 'reserved') <> (l.quantity_held > 0 and l.quantity_held + l.quantity_sold = l.quantity and l.status not in ('removed', 'paused', 'expired'))
      or (l.quantity_sold = l.quantity and l.status not in ('sold', 'removed'))`,
  'I2 an offer is in an order that does not wait for it, or was paid without one': `
    select f.id from offer f left join orders o on o.id = f.order_id
    where (f.promise = 'claimed' and o.status is distinct from 'pending_payment') or (f.promise = 'paid' and o.paid_at is null)
      or (f.promise in ('open', 'lapsed') and o.status = 'pending_payment')`,
  'I3 a transaction of the ledger does not sum to zero': `
    select transaction_id as id from ledger_entry group by transaction_id, currency having sum(amount) <> 0`,
  'I4 money at Stripe without exactly one purchase, or with another amount': `
    select p.id from sandbox_stripe_object p left join purchase y on y.payment_intent_id = p.id and y.captured_at is not null
    where p.object = 'payment_intent' and p.data ->> 'status' = 'succeeded'
      and (y.id is null or y.id <> p.data #>> '{metadata,purchaseId}' or y.captured_amount <> (p.data ->> 'amount_received')::bigint
        or lower(y.currency) <> p.data ->> 'currency')`,
  'I4 a page can be paid although its purchase does not wait for it': `
    select y.id from sandbox_stripe_object s join purchase y on y.id = s.data ->> 'client_reference_id' left join orders o on o.purchase_id = y.id
    where s.object = 'checkout.session' and s.data ->> 'status' = 'open' and (y.status <> 'open' or o.status is distinct from 'pending_payment')`,
  'I4 a purchase and its orders disagree': `
    select y.id from purchase y left join orders o on o.purchase_id = y.id group by y.id
    having count(o.id) = 0 or (y.status = 'open') <> bool_and(o.status = 'pending_payment') or (y.status = 'paid') <> bool_or(o.paid_at is not null)
      or y.total_amount <> sum(o.total_amount) or y.items_amount <> sum(o.items_amount)`,
  'I4 an order with money that Stripe does not have': `
    select o.id from purchase y join orders o on o.purchase_id = y.id
      left join sandbox_stripe_object p on p.id = y.payment_intent_id and p.data ->> 'status' = 'succeeded'
    where (y.captured_at is not null and p.id is null) or (y.captured_at is null and (o.paid_at is not null or y.captured_amount <> 0))
      or (y.captured_at is not null and (not exists (select 1 from ledger_entry e where e.transaction_id = 'capture:' || y.id and e.account = 'stripe' and e.amount = y.captured_amount)
        or not exists (select 1 from ledger_entry e where e.transaction_id = 'capture:' || y.id and e.account = 'order' and e.order_id = o.id and e.amount = -o.total_amount)))`,
  'I4 money was kept although nothing was given': `
    select o.id from orders o join purchase y on y.id = o.purchase_id
    where y.captured_at is not null and o.status in ('canceled', 'refunded')
      and o.total_amount > (select coalesce(sum(r.amount), 0) from refund r where r.order_id = o.id and r.state <> 'failed')
        + (select coalesce(sum(c.taken_amount), 0) from chargeback_part c where c.order_id = o.id)
      and not exists (select 1 from refund r where r.order_id = o.id and r.state = 'failed' and not exists (select 1 from refund n where n.retry_of = r.id))`,
  'I5 more was given back than was paid': `
    select o.id from orders o join purchase y on y.id = o.purchase_id join refund r on r.order_id = o.id and r.state <> 'failed'
    group by o.id, y.captured_at having sum(r.amount) > case when y.captured_at is null then 0 else o.total_amount end`,
  'I5 refunds at Stripe are not the refunds of the ledger': `
    select coalesce(r.id, s.id) as id from refund r full join (select * from sandbox_stripe_object where object = 'refund') s on s.id = r.stripe_refund_id
    where (r.state = 'done' and (s.id is null or (s.data ->> 'amount')::bigint <> (select sum(n.amount) from refund n where n.stripe_refund_id = s.id))) or (s.data ->> 'status' <> 'failed' and r.id is null)
      or (r.state = 'done' and s.data ->> 'status' = 'failed') or (r.state = 'failed' and s.data ->> 'status' <> 'failed')
      or (r.state = 'done' and not exists (select 1 from ledger_entry e where e.transaction_id = 'refund:' || r.id and e.account = 'stripe' and e.amount = -r.amount))`,
  'I5 the ledger keeps money out that came back': `
    select r.id from refund r join ledger_entry e on e.transaction_id in ('refund:' || r.id, 'refund-failed:' || r.id) and e.account = 'stripe'
    where r.state = 'failed' group by r.id having sum(e.amount) <> 0`,
  'I5 what banks took is not what the ledger and Stripe say': `
    select coalesce(c.id, s.id) as id from chargeback c full join (select * from sandbox_stripe_object where object = 'dispute') s on s.id = c.id
    where c.id is null or s.id is null or c.status <> s.data ->> 'status'
      or c.taken_amount <> case (select sum((t ->> 'amount')::bigint) < 0 from jsonb_array_elements(s.data -> 'balance_transactions') t) when true then c.amount else 0 end
      or c.taken_amount <> (select coalesce(sum(t.taken_amount), 0) from chargeback_part t where t.chargeback_id = c.id)
      or -c.taken_amount <> (select coalesce(sum(e.amount), 0) from ledger_entry e where e.account = 'stripe' and starts_with(e.transaction_id, 'chargeback:' || c.id || ':'))`,
  'I5 Stripe gave more back than it took': `
    select p.id from sandbox_stripe_object p join sandbox_stripe_object s on s.data ->> 'payment_intent' = p.id and s.object = 'refund' and s.data ->> 'status' <> 'failed'
    where p.object = 'payment_intent' group by p.id, p.data having sum((s.data ->> 'amount')::bigint) > (p.data ->> 'amount_received')::bigint`,
};

/**
 * The invariants I1 to I5 over the whole database, and the history of every listing. To be run when nothing is under
 * way; answers what is broken, each with the ids.
 */
export async function auditOrders(pool: pg.Pool): Promise<string[]> {
  const broken = await auditListings(pool);
  for (const [what, query] of Object.entries(audits)) {
    const { rows } = await pool.query<{ id: string }>(query);
    if (rows.length > 0)
      broken.push(
        `${what}: ${rows
          .slice(0, 5)
          .map((row) => row.id)
          .join(', ')}${rows.length > 5 ? ` and ${rows.length - 5} more` : ''}`,
      );
  }
  return broken;
}

export { settleWants } from './fulfil/settle-wants.server.ts';
export { carryPauses } from './place/hold-pause.server.ts';
export { reconcileSales } from './refunds/reconcile-sales.server.ts';
