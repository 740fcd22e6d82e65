import { formatNumber } from '#kernel/format.ts';
import { addMs, dayMs } from '#kernel/time.ts';

export const taxPayerKinds = ['individual', 'company'] as const;

export const taxDetailsPage = '/dashboard/payouts/tax-details';

/**
 * Directive (EU) 2021/514, annex V. A seller of goods isn't reported with fewer than 30 sales and at most 2,000 EUR in a
 * calendar year. Sellers are asked before that, so that their details are there in time.
 */
const taxFigures = {
  report: { sales: 30, amountOver: 200_000 },
  ask: { sales: 20, amountOver: 150_000 },
  /** Days from the request to each reminder. */
  remindAfterDays: [20, 40],
  /** After two reminders, and 60 days from the request, payouts wait until the details are there. */
  holdAfterDays: 60,
} as const;

interface Sold {
  /** Sales of the year, of all currencies. */
  sales: number;
  /** Earnings of the year in cents of euros. */
  amount: number;
}

const reaches = ({ sales, amount }: Sold, limit: { sales: number; amountOver: number }) =>
  sales >= limit.sales || amount > limit.amountOver;

/** Whether a seller of this much in a year is reported. */
export const isReported = (sold: Sold): boolean => reaches(sold, taxFigures.report);

/** Whether a seller of this much in a year is asked for their details. */
export const isAsked = (sold: Sold): boolean => reaches(sold, taxFigures.ask);

/** From how much on a seller is reported, for a sentence. */
export const reportedFrom = (): string => {
  const { sales, amountOver } = taxFigures.report;
  return `${sales} or more sales, or more than €${formatNumber(amountOver / 100)}`;
};

interface Asked {
  askedAt: Date | null;
  reminders: number;
  heldAt: Date | null;
}

/** When payouts wait for the details of a seller who was asked. */
export const holdsAt = (askedAt: Date): Date => addMs(askedAt, taxFigures.holdAfterDays * dayMs);

/** What is due for a seller whose details are missing; null: nothing yet. */
export function nextStep({ askedAt, reminders, heldAt }: Asked, now: Date): 'remind' | 'hold' | null {
  if (askedAt === null || heldAt !== null) return null;
  const days = taxFigures.remindAfterDays[reminders];
  if (days !== undefined) return addMs(askedAt, days * dayMs) <= now ? 'remind' : null;
  return holdsAt(askedAt) <= now ? 'hold' : null;
}
