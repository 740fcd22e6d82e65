import { inspectOrder } from '#features/orders/index.server.ts';
import { bookAsOwn, confirmOpening, decideHeld, stopPayouts, writeOffDebt } from '#features/payouts/index.server.ts';
import { Refusal } from '#kernel/refusal.ts';
import { isStripeFault } from '#platform/payments/stripe-fault.ts';
import type { Platform } from '#platform/platform.ts';
import { adminPolicy } from '../admin.policy.ts';
import type { MoneyDecision } from './money.contract.ts';

const verb = 'decide about the money';

/** Carries out an admin's decision about the market's money. The caller has stepped up. */
export async function decideMoney(platform: Platform, by: string, decision: MoneyDecision): Promise<void> {
  const { reason } = decision;
  switch (decision.act) {
    case 'confirm_opening':
      return confirmOpening(platform, decision.currency, { by, reason });
    case 'book_as_own':
      return bookAsOwn(platform, decision.source, { by, reason });
    case 'stop_payouts':
      return stopPayouts(platform, { by, reason }).catch((error: unknown) => refuseAway(platform, error));
    case 'release_order':
    case 'refund_order': {
      const { orderId } = decision;
      adminPolicy.check(
        { id: by, role: 'admin' },
        verb,
        await inspectOrder(platform.db, orderId, platform.clock.now()),
      );
      return decideHeld(platform, {
        orderId,
        by,
        reason,
        decision: decision.act === 'release_order' ? 'release' : 'refund',
      });
    }
    case 'write_off_debt': {
      const { sellerId, currency } = decision;
      adminPolicy.check({ id: by, role: 'admin' }, verb, { buyerId: '', sellerId });
      return writeOffDebt(platform, { sellerId, currency, by, reason });
    }
  }
}

/** Refuses (503) while Stripe does not answer. */
function refuseAway({ log }: Platform, error: unknown): never {
  if (!isStripeFault(error)) throw error;
  log.error('payouts could not be set to manual', { error });
  throw new Refusal(
    503,
    'payment_unavailable',
    'We couldn’t reach Stripe. Nothing was changed. Try again in a minute.',
    {
      retryAfterSeconds: 30,
    },
  );
}
