import { listOwedSellers } from '#features/ledger/index.server.ts';
import { sendReturn } from '#features/orders/cases/answer-case.server.ts';
import { receiveReturn } from '#features/orders/cases/receive-return.server.ts';
import { withdraw } from '#features/orders/cases/withdraw.server.ts';
import { readBankPayouts } from '#features/payouts/bank/read-bank-payouts.server.ts';
import { ruleAt } from '#features/payouts/index.server.ts';
import { recoverDebt } from '#features/payouts/recover/recover-debt.server.ts';
import { releaseDue } from '#features/payouts/release/release-due.server.ts';
import { settlePayouts } from '#features/payouts/release/settle-payouts.server.ts';
import { sendToSeller } from '#features/payouts/send/send-due.server.ts';
import { sendTransfer } from '#features/payouts/send/send-transfer.server.ts';
import { before, type Demo } from '../chapter.ts';
import { sendRefunds } from '../make-sales.ts';
import { actorOf, type Simulator } from '../simulator.ts';
import { payoutSales } from './payout-sales.ts';

interface Day {
  shopId: string;
  /** Before the present of the demo market. */
  days: number;
}

/** What a day's jobs do with the shop's money, and what the two buyers do who withdraw. */
export async function followDay(demo: Demo, simulator: Simulator, { shopId, days }: Day): Promise<void> {
  const { platform } = simulator;
  const { db, pool, clock } = platform;
  const ids = async (text: string, values: unknown[]) =>
    (await pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
  const isNew = 'seller_id = $1 and paid_at <= $2 and not exists (select from order_payout p where p.order_id = o.id)';
  await settlePayouts(platform, await ids(`select id from orders o where ${isNew}`, [shopId, clock.now()]));
  await releaseDue(platform);
  await withdrawFromReady(demo, simulator);
  for (const { sellerId, currency } of await listOwedSellers(db, (await ruleAt(db, clock.now())).minimum))
    await sendToSeller(platform, sellerId, currency);
  for (const id of await ids("select id from transfer where state = 'claimed' and seller_id = $1", [shopId]))
    await sendTransfer(platform, id);
  await simulator.settleStripe();
  await readBankPayouts(platform, shopId);
  await returnAfterTransfer(demo, simulator, { shopId, days });
}

interface Sale {
  id: string;
  buyerId: string;
  state: string;
}

async function findSale(demo: Demo, { agoMs }: { agoMs: number }): Promise<Sale | undefined> {
  const { rows } = await demo.platform.pool.query<Sale>(
    `select o.id, o.buyer_id as "buyerId", p.state from orders o join order_payout p on p.order_id = o.id
     where o.created_at = $1`,
    [before(demo, agoMs)],
  );
  return rows[0];
}

/** Between release and transfer the buyer withdraws: the money waits with a reason. */
async function withdrawFromReady(demo: Demo, { platform }: Simulator): Promise<void> {
  const sale = await findSale(demo, payoutSales.withdrawn);
  if (sale?.state !== 'ready') return;
  const { rows } = await platform.pool.query('select from order_case where order_id = $1', [sale.id]);
  if (rows.length > 0) return;
  await withdraw(platform, actorOf(sale.buyerId), sale.id, {});
  await settlePayouts(platform, [sale.id]);
}

/** The card comes back when its money is at the shop's bank already: a debt, which the next sales pay. */
async function returnAfterTransfer(demo: Demo, simulator: Simulator, { shopId, days }: Day): Promise<void> {
  const sale = [18, 16, 13].includes(days) ? await findSale(demo, payoutSales.returned) : undefined;
  if (!sale) return;
  const { platform } = simulator;
  const buyer = actorOf(sale.buyerId);
  if (days === 18) return withdraw(platform, buyer, sale.id, {});
  if (days === 16) return sendReturn(platform, buyer, sale.id, { trackingNumber: 'RR123456785GB' });
  await receiveReturn(platform, actorOf(shopId), sale.id);
  await sendRefunds(simulator, sale.id);
  await recoverDebt(platform, sale.id);
  await settlePayouts(platform, [sale.id]);
}
