import { and, eq, sql } from 'drizzle-orm';
import { book } from '#features/ledger/index.server.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { conflict } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import { setSchedule } from '#platform/payments/connect/connect-balance.ts';
import type { Platform } from '#platform/platform.ts';
import { compareJob } from './compare.jobs.ts';
import { stripeDifference, stripeMovement } from './compare.tables.ts';
import { bookAsHost } from './own-movements.server.ts';
import { checkSchedule } from './payout-schedule.server.ts';

interface Decision {
  by: string;
  reason: string;
}

/**
 * Books the money that was at Stripe before the ledger began as the host's own. Once for each currency: a later rest is
 * a mistake that an admin has to find.
 */
export async function confirmOpening(platform: Platform, currency: Currency, { by, reason }: Decision): Promise<void> {
  await write(platform, async (tx) => {
    const { atStripe } = await lockRest(tx, currency);
    const now = platform.clock.now();
    const isBooked = await book(tx, {
      id: `opening:${currency}`,
      kind: 'opening',
      at: now,
      entries: [
        { account: 'stripe', ...money(atStripe, currency) },
        { account: 'host', ...money(-atStripe, currency) },
      ],
    });
    if (!isBooked)
      throw conflict('opening_booked', 'The opening balance is already booked. Find the reason for this difference.');
    await recordAct(
      tx,
      { by, act: 'money.opened', subject: currency, data: { amount: atStripe, currency, reason } },
      now,
    );
    await settled(tx, { currency, source: '' });
  });
}

/** Books the lines of the balance with this source, which belong to nothing known, as the host's own money. */
export async function bookAsOwn(platform: Platform, source: string, { by, reason }: Decision): Promise<void> {
  await write(platform, async (tx) => {
    const movements = await tx.db
      .select()
      .from(stripeMovement)
      .where(
        and(
          eq(stripeMovement.belongsTo, 'unknown'),
          sql`coalesce(${stripeMovement.source}, ${stripeMovement.id}) = ${source}`,
        ),
      )
      .orderBy(stripeMovement.id)
      .for('update');
    if (movements.length === 0) throw gone();
    const now = platform.clock.now();
    for (const movement of movements) {
      const { id, currency, net } = movement;
      await tx.db.update(stripeMovement).set({ belongsTo: 'host' }).where(eq(stripeMovement.id, id));
      await bookAsHost(tx, movement, now);
      await recordAct(tx, { by, act: 'money.own', subject: id, data: { amount: net, currency, reason } }, now);
      await settled(tx, { currency, source });
    }
  });
}

/** Sets the platform's own payouts at Stripe to manual. */
export async function stopPayouts(platform: Platform, { by, reason }: Decision): Promise<void> {
  await setSchedule(platform.payments, 'manual');
  await checkSchedule(platform);
  const now = platform.clock.now();
  await write(platform, (tx) =>
    recordAct(tx, { by, act: 'money.payouts-stopped', subject: 'stripe', data: { reason } }, now),
  );
}

interface Key {
  currency: Currency;
  source: string;
}

const gone = () => conflict('not_different', 'This difference no longer exists. Reload the page.');

async function lockRest(tx: Tx, currency: Currency) {
  const [row] = await tx.db
    .select()
    .from(stripeDifference)
    .where(and(eq(stripeDifference.currency, currency), eq(stripeDifference.kind, 'rest')))
    .for('update');
  if (!row) throw gone();
  return row;
}

/** The next comparison says what is left. */
async function settled(tx: Tx, { currency, source }: Key): Promise<void> {
  await tx.db
    .delete(stripeDifference)
    .where(and(eq(stripeDifference.currency, currency), eq(stripeDifference.source, source)));
  tx.enqueue(compareJob, {});
}
