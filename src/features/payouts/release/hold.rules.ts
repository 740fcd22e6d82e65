import type { SellerRecord } from '#features/orders/index.server.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import type { PayoutFigures } from '../model/payout-rule.ts';

type Holds = Pick<PayoutFigures, 'holds' | 'disputesUnderPercent' | 'lossesUnderPercent'>;

/**
 * Days from the delivery to the release for a seller with this record; null: when the buyer confirms. A seller with many
 * orders and too many disputes or losses waits as long as the last step.
 */
export function holdDaysFor({ delivered, disputed, lost }: SellerRecord, rule: Holds): number | null {
  const steps = rule.holds.toSorted((a, b) => a.under - b.under);
  const step = steps.find(({ under }) => delivered < under);
  if (step) return step.days;
  const isGood =
    disputed * 100 < rule.disputesUnderPercent * delivered && lost * 100 < rule.lossesUnderPercent * delivered;
  return isGood ? null : (steps.at(-1)?.days ?? 0);
}

interface Delivery {
  deliveredAt: Date | null;
  /** The buyer said so. */
  isConfirmed: boolean;
  completedAt: Date | null;
}

/** When the hold of a delivered order ends; null before. `completeMs`: how long after the delivery an order completes. */
export function holdEnd(
  { deliveredAt, isConfirmed, completedAt }: Delivery,
  holdDays: number | null,
  completeMs: number,
): Date | null {
  if (!deliveredAt) return null;
  if (holdDays !== null) return addMs(deliveredAt, holdDays * dayMs);
  return isConfirmed ? deliveredAt : (completedAt ?? addMs(deliveredAt, completeMs));
}
