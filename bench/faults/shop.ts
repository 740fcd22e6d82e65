import type pg from 'pg';
import { auditOrders } from '#features/orders/testing.ts';
import { withClient, withPool } from '../lib/database.ts';
import type { Member, Members } from './members.ts';
import { type Activity, Workload } from './workload.ts';

/** Sellers who each list a copy that two members buy at the same moment. */
const atOnce = 4;
export const draft = {
  game: 'pokemon',
  name: 'Charizard',
  condition: 'good',
  price: { amount: 900, currency: 'USD' },
  status: 'active',
};

interface Order {
  id: string;
  listingId: string;
  isPaid: boolean;
}

export interface Shop extends Activity {
  /** Acknowledged orders. */
  orders: readonly Order[];
}

/** Copies are listed without a pause; two members order each at the same moment, and the winner pays. */
export function startShop(url: string, databaseUrl: () => string, { sellers, buyers }: Members): Shop {
  const workload = new Workload(url);
  const orders: Order[] = [];
  const nth = (list: readonly Member[], n: number) => list[n % list.length] as Member;

  async function buy(listingId: string, buyer: Member): Promise<boolean> {
    const { status, body } = await workload.post('/api/orders', { listingId }, buyer, { expected: [201, 409] });
    if (status === 409) return false;
    const { order, checkoutUrl } = body as { order: { id: string }; checkoutUrl: string };
    const bought = { id: order.id, listingId, isPaid: false };
    orders.push(bought);
    const [card, visitor] = ['4242424242424242', { ...buyer, token: '' }];
    await workload.post(`${checkoutUrl}/pay`, { card }, visitor, { expected: [200], isAct: false });
    bought.isPaid = true;
    return true;
  }

  workload.start(atOnce, async (turn) => {
    const { body } = await workload.post('/api/listings', draft, nth(sellers, turn), {
      expected: [201],
      isAct: false,
    });
    const { id } = body as { id: string };
    const won = await Promise.all([0, 1].map((n) => buy(id, nth(buyers, 2 * turn + n))));
    const winners = won.filter(Boolean).length;
    if (winners !== 1) workload.complaints.push(`${winners} of two members got the one copy of listing ${id}`);
  });

  return {
    workload,
    orders,
    unsettled: async () => {
      const paid = orders.filter(({ isPaid }) => isPaid).map(({ id }) => id);
      const { rows } = await withClient(databaseUrl(), (client) =>
        client.query<{ id: string }>('select id from orders where id = any($1) and paid_at is null', [paid]),
      );
      return rows.map(({ id }) => `order ${id} was paid, and is not paid in the database`);
    },
    audit: () =>
      withPool(databaseUrl(), async (pool) => [
        ...workload.complaints,
        ...(await lostOrders(pool, orders)),
        ...(await auditOrders(pool)),
      ]),
    summary: () => `${orders.length} orders acknowledged, ${orders.filter(({ isPaid }) => isPaid).length} of them paid`,
  };
}

/** `auditOrders` finds a copy that was sold twice. */
async function lostOrders(pool: pg.Pool, orders: readonly Order[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; listing: string }>(
    `select o.id, i.listing_id as listing from orders o join order_item i on i.order_id = o.id
     where o.status not in ('canceled', 'refunded')`,
  );
  const stored = new Map(rows.map(({ id, listing }) => [id, listing]));
  return orders
    .filter(({ id, listingId }) => stored.get(id) !== listingId)
    .map(({ id }) => `order ${id} was acknowledged and is lost`);
}
