import { afterAll, beforeAll, expect } from 'vitest';
import { importTestCards, listed } from '#features/listings/testing.ts';
import {
  buyPlaced,
  completeOrder,
  makePremium,
  passTime,
  pay,
  cards as paymentCards,
  signInAgain,
} from '#features/orders/testing.ts';
import { usd } from '#features/wanted/wanted.testing.ts';
import { dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { buyerKeys, pairOf } from './market-price/record-sales.server.ts';

/** A server with sales of cards, and helpers for the tests of prices. */
export function pricedMarket() {
  const shop = {} as { market: TestMarket; seller: TestMember; buyers: TestMember[]; cards: Record<string, string> };
  beforeAll(async () => {
    shop.market = await startTestMarket();
    shop.cards = await importTestCards(shop.market);
    shop.seller = await shop.market.signUp('sells_cards');
    await makePremium(shop.market, shop.seller);
    shop.buyers = await Promise.all(Array.from({ length: 7 }, () => shop.market.signUp()));
  }, 60_000);
  afterAll(() => shop.market?.close());

  const card = (externalId: string): string => shop.cards[externalId] ?? '';
  /** As the seller sees them, who is premium; null is a visitor. */
  const pricesAt = (cardId: string, query = '', as: TestMember | null = shop.seller) =>
    shop.market.request('GET', `/api/catalogue/cards/${cardId}/prices${query}`, as ? { as } : {});
  /** One copy, bought, and taken to this state. Every buyer pays with their own payment card. */
  async function sell(
    cardId: string,
    amount: number,
    buyer: TestMember,
    more: Record<string, unknown> = {},
    until: 'ordered' | 'paid' | 'completed' = 'completed',
  ): Promise<string> {
    const { id } = await listed(shop.market, shop.seller, { catalogueCardId: cardId, price: usd(amount), ...more });
    const { order, checkoutUrl } = await buyPlaced(shop.market, buyer, id);
    if (until !== 'ordered') expect((await pay(checkoutUrl, paymentCards.good, buyer.email)).status).toBe(200);
    await passTime(shop.market);
    if (until === 'completed') await completeOrder(shop.market, shop.seller, buyer, order.id);
    return order.id;
  }
  async function later(ms: number): Promise<void> {
    await passTime(shop.market, ms);
    shop.seller = await signInAgain(shop.market, shop.seller);
    shop.buyers = await Promise.all(shop.buyers.map((buyer) => signInAgain(shop.market, buyer)));
  }
  return { shop, card, pricesAt, sell, later };
}

interface PastSale {
  cardId: string;
  amount: number;
  agoDays: number;
  condition?: string;
  finish?: string | null;
  currency?: string;
}

/** A final sale as orders store it; tests of orders cover how it comes about. */
export async function addPastSale(
  { platform: { pool, clock } }: TestMarket,
  buyer: TestMember,
  { cardId, amount, agoDays, condition = 'near_mint', finish = 'foil', currency = 'USD' }: PastSale,
): Promise<void> {
  const at = new Date(clock.now().getTime() - agoDays * dayMs);
  const id = `sold-${cardId}-${amount}-${agoDays}-${condition}-${finish}-${currency}`;
  await pool.query(
    `insert into orders (id, buyer_id, seller_id, status, currency, items_amount, shipping_amount, total_amount, hold_expires_at, paid_at, status_since, created_at, updated_at)
     values ($1, $2, 'gone', 'completed', $5, $3, 0, $3, $4, $4, $4, $4, $4)`,
    [id, buyer.id, amount, at, currency],
  );
  await pool.query(
    `insert into card_sale (order_id, position, card_id, finish, language, condition, price_amount, currency, pair, sold_at, is_final) values ($1, 0, $2, $3, 'en', $4, $5, $7, $1, $6, true)`,
    [id, cardId, finish, condition, amount, at, currency],
  );
}

/** An order of two cards, bought together and paid. */
export async function sellTogether(
  market: TestMarket,
  seller: TestMember,
  cards: readonly string[],
): Promise<{ id: string; buyer: TestMember; items: { listingId: string }[] }> {
  const buyer = await market.signUp();
  const ids: string[] = [];
  for (const catalogueCardId of cards)
    ids.push((await listed(market, seller, { catalogueCardId, price: usd(500) })).id);
  const body = { sellerId: seller.id, lines: ids.map((listingId) => ({ listingId })), amount: usd(900) };
  const offer = await market.request('POST', '/api/offers/basket', { as: buyer, body });
  expect((await market.request('POST', `/api/offers/${offer.body.id}/accept`, { as: seller, body: {} })).status).toBe(
    200,
  );
  const placed = await market.request('POST', '/api/orders', { as: buyer, body: { offerId: offer.body.id } });
  expect((await pay(placed.body.checkoutUrl, paymentCards.good, buyer.email)).status).toBe(200);
  await passTime(market);
  return { ...placed.body.order, buyer };
}

/** A recount from the orders, regardless of the stored sales. */
const recount = `select i.order_id, i.position, i.snapshot ->> 'cardId' as card_id, i.price_amount, o.currency, o.paid_at as sold_at, o.buyer_id, o.seller_id,
    case when i.snapshot -> 'grading' <> 'null' then 'graded' else i.snapshot ->> 'condition' end as condition, i.snapshot ->> 'finish' as finish,
    exists (select from order_sign s where s.order_id = o.id) as is_own,
    o.status = 'completed' and exists (select from order_history h where h.order_id = o.id and h.status = 'delivered') as is_final,
    array(select t.kind || ' ' || t.hash from buyer_trace t where t.member_id = o.buyer_id and t.kind = 'card') as traces
  from orders o join order_item i on i.order_id = o.id
  where o.paid_at is not null and o.status not in ('pending_payment', 'canceled', 'refunded') and i.snapshot ->> 'cardId' is not null 
    and coalesce(i.snapshot ->> 'edition', '') not in ('first', 'shadowless') and 'true' not in (i.snapshot ->> 'signed', i.snapshot ->> 'altered', i.snapshot ->> 'misprint')
    and not exists (select from refund r where r.order_id = o.id and r.state <> 'failed' and (r.positions is null or i.position = any(r.positions)))
    and not exists (select from chargeback_part c where c.order_id = o.id and c.taken_amount > 0) order by 1, 2`;
const stored = `select order_id, position, card_id, price_amount, currency, sold_at, pair, condition, finish, is_own, is_final, buyer_keys from card_sale order by 1, 2`;

/** The stored sales equal a recount. */
export async function expectStoredAsCounted({ platform: { pool } }: TestMarket): Promise<number> {
  const counted = (await pool.query(recount)).rows.map(({ buyer_id, seller_id, traces, ...row }) => ({
    ...row,
    pair: pairOf({ buyerId: buyer_id, sellerId: seller_id }),
    buyer_keys: buyerKeys(row.card_id, [`account ${buyer_id}`, ...traces]),
  }));
  expect((await pool.query(stored)).rows).toEqual(counted);
  return counted.length;
}
