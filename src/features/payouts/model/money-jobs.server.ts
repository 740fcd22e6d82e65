import { paymentMoved } from '#features/ledger/index.server.ts';
import { isPaid, orderChanged } from '#features/orders/index.server.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { bankPayoutChanged } from '../bank/bank.events.ts';
import { mailFailedPayoutJob, readBankPayoutsJob } from '../bank/bank.jobs.ts';
import { mailFailedPayout } from '../bank/notify-of-failed-payout.server.ts';
import { readBankPayouts } from '../bank/read-bank-payouts.server.ts';
import { followDebtJob, followDebtsJob, mailWriteOffJob } from '../debts/debts.jobs.ts';
import { followDebt, followDebts } from '../debts/follow-debts.server.ts';
import { mailWriteOff } from '../debts/write-off.server.ts';
import { recoverDebt } from '../recover/recover-debt.server.ts';
import { releaseDue } from '../release/release-due.server.ts';
import { settlePayouts } from '../release/settle-payouts.server.ts';
import { mailHeld, watchHeld } from '../release/watch-held.server.ts';
import { sendDue, sendToSeller } from '../send/send-due.server.ts';
import { sendTransfer } from '../send/send-transfer.server.ts';
import { payoutChanged } from './payout.events.ts';
import {
  mailHeldJob,
  recoverDebtJob,
  releaseDueJob,
  sendDueJob,
  sendToSellerJob,
  sendTransferJob,
  settlePayoutJob,
  watchHeldJob,
} from './payout.jobs.ts';

/** The part of the manifest that moves the money of orders. */
export const moneyEvents: NonNullable<Feature['events']> = [payoutChanged, bankPayoutChanged];

export const moneyJobs: NonNullable<Feature['jobs']> = [
  runs(settlePayoutJob, (platform, { subject }) => settlePayouts(platform, [subject])),
  runs(releaseDueJob, releaseDue),
  runs(watchHeldJob, watchHeld),
  runs(mailHeldJob, (platform, { orderId }) => mailHeld(platform, orderId)),
  runs(sendDueJob, sendDue),
  runs(followDebtsJob, followDebts),
  runs(followDebtJob, (platform, { subject }) => followDebt(platform, subject)),
  runs(mailWriteOffJob, (platform, { currency, ...debt }) =>
    mailWriteOff(platform, { ...debt, currency: currency as Currency }),
  ),
  runs(recoverDebtJob, (platform, { subject }) => recoverDebt(platform, subject)),
  runs(sendToSellerJob, (platform, { sellerId, currency }) => sendToSeller(platform, sellerId, currency as Currency)),
  runs(sendTransferJob, (platform, { transferId }) => sendTransfer(platform, transferId)),
  runs(readBankPayoutsJob, (platform, { sellerId }) => readBankPayouts(platform, sellerId)),
  runs(mailFailedPayoutJob, (platform, { bankPayoutId }) => mailFailedPayout(platform, bankPayoutId)),
];

export const moneyReactions: NonNullable<Feature['reactions']> = [
  // Orders that are placed, or end unpaid, have no money. A refund that fails leaves its order refunded or canceled.
  wakes(orderChanged, settlePayoutJob, {
    when: ({ data }) => isPaid(data.status) || (data.from !== null && data.from !== 'pending_payment'),
  }),
  wakes(paymentMoved, settlePayoutJob),
  wakes(paymentMoved, followDebtJob),
  wakes(paymentMoved, recoverDebtJob, { when: ({ data }) => data.debt > 0 }),
];

export const moneySchedules: NonNullable<Feature['schedules']> = [
  { job: releaseDueJob, cron: '*/5 * * * *' },
  { job: sendDueJob, cron: '19 * * * *' },
  { job: followDebtsJob, cron: '29 * * * *' },
  { job: watchHeldJob, cron: '43 4 * * *' },
];
