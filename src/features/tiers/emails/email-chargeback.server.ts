import { mailMember } from '#features/notifications/index.server.ts';
import type { ChargebackState } from '#platform/payments/chargeback-state.ts';
import type { Platform } from '#platform/platform.ts';
import { moneyOf } from '../billing/billing.server.ts';
import { chargebackEmail } from './email-texts.ts';

interface Notified {
  userId: string;
  chargebackId: string;
  state: ChargebackState;
}

/**
 * Emails a member about a chargeback of a premium payment, or its decision. A second run sends under the same
 * Message-ID.
 */
export async function mailChargeback(platform: Platform, { userId, chargebackId, state }: Notified): Promise<void> {
  const { amount: sum, currency } = await platform.payments.stripe.disputes.retrieve(chargebackId);
  const amount = moneyOf(sum, currency);
  if (!amount) return;
  const { footer: always, ...email } = chargebackEmail({
    state,
    amount,
    pageUrl: `${platform.config.appUrl}/settings/subscription`,
  });
  await mailMember(platform, {
    userId,
    kind: { always, evenSuspended: true },
    messageId: `premium-chargeback-${chargebackId}-${state}`,
    email,
  });
}
