import { bookAsOwn, confirmOpening, stopPayouts } from '#features/payouts/index.server.ts';
import { Refusal } from '#kernel/refusal.ts';
import { isStripeFault } from '#platform/payments/stripe-fault.ts';
import type { Platform } from '#platform/platform.ts';
import type { MoneyDecision } from './money.contract.ts';

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
