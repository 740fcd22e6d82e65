import { book, debtsOf, lockSeller } from '#features/ledger/index.server.ts';
import { mailMember } from '#features/notifications/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { type Currency, formatMoney, money } from '#kernel/numbers/money.ts';
import { conflict } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { payoutRefusals } from '../contract.ts';
import { ruleAt } from '../model/read-rule.server.ts';
import { mayWriteOff } from './debt.rules.ts';
import { mailWriteOffJob } from './debts.jobs.ts';
import { settleOverdue } from './follow-debts.server.ts';

interface WriteOff {
  sellerId: string;
  currency: Currency;
  /** The admin's id. */
  by: string;
  reason: string;
}

/**
 * An admin writes off what a seller owes for longer than `writeOffAfterDays`: it becomes a loss of the market. The seller
 * is emailed. Refuses (409) where no debt is that old.
 */
export async function writeOffDebt(platform: Platform, { sellerId, currency, by, reason }: WriteOff): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    await lockSeller(tx, sellerId, currency);
    const rule = await ruleAt(tx.db, now);
    const old = (await debtsOf(tx.db, sellerId, currency)).filter((debt) => mayWriteOff(debt, rule, now));
    if (old.length === 0)
      throw conflict(
        payoutRefusals.noOldDebt,
        `This seller has no debt in ${currency} that is older than ${rule.writeOffAfterDays} days.`,
      );
    const writeOffId = newId(now.getTime());
    await book(tx, {
      id: `writeoff:${writeOffId}`,
      kind: 'writeoff',
      at: now,
      entries: old.flatMap(({ orderId, amount }) => [
        { account: 'loss', orderId, ...money(amount, currency) } as const,
        { account: 'debt', orderId, sellerId, ...money(-amount, currency) } as const,
      ]),
    });
    const amount = old.reduce((sum, debt) => sum + debt.amount, 0);
    await settleOverdue(tx, { sellerId, currency }, now);
    await recordAct(tx, { by, act: 'debt.written-off', subject: sellerId, data: { amount, currency, reason } }, now);
    tx.enqueue(mailWriteOffJob, { sellerId, amount, currency, writeOffId });
  });
}

/** Emails the seller that they needn't pay it back. */
export async function mailWriteOff(
  platform: Platform,
  {
    sellerId,
    amount,
    currency,
    writeOffId,
  }: { sellerId: string; amount: number; currency: Currency; writeOffId: string },
): Promise<void> {
  await mailMember(platform, {
    userId: sellerId,
    kind: { always: 'You’re receiving this email because it’s about your payouts.', evenSuspended: true },
    messageId: `debt-written-off-${writeOffId}`,
    email: {
      subject: `Debt cancelled: ${formatMoney(money(amount, currency))}`,
      paragraphs: [
        `You owed us ${formatMoney(money(amount, currency))} for refunds of orders that were paid out. You don’t have to pay it back anymore.`,
        'You don’t need to do anything.',
      ],
      button: { label: 'View payouts', url: `${platform.config.appUrl}/dashboard/payouts` },
    },
  });
}
