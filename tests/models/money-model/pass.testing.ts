import { reconcileJob } from '#features/orders/model/order.jobs.ts';
import { passTime } from '#features/orders/testing.ts';
import { readAccountsJob } from '#features/payouts/accounts/account.jobs.ts';
import { compareJob } from '#features/payouts/compare/compare.jobs.ts';
import { issueInvoicesJob } from '#features/payouts/invoices/invoice.jobs.ts';
import { releaseDueJob, sendDueJob, watchHeldJob } from '#features/payouts/model/payout.jobs.ts';
import { write } from '#platform/outbox/write.ts';
import { reconcileStripeJob } from '#platform/payments/reconcile.ts';
import type { TestMarket } from '#testing/server.ts';

/** What runs at night and more often, through the queue as its schedules do it. */
const scheduled = [
  reconcileStripeJob,
  reconcileJob,
  readAccountsJob,
  releaseDueJob,
  sendDueJob,
  watchHeldJob,
  compareJob,
  issueInvoicesJob,
];

export const enqueueScheduled = ({ market }: { market: TestMarket }) =>
  write(market.platform, async (tx) => {
    for (const job of scheduled) tx.enqueue(job, {});
  });

/** Time passes, and everything that is due by then happens. */
export async function pass({ market }: { market: TestMarket }, ms: number): Promise<void> {
  await passTime(market, ms);
  await enqueueScheduled({ market });
  await passTime(market);
}
