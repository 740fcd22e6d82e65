import type { MeasuredFacts } from '#features/members/contract.ts';
import { factRules } from '#features/members/words.ts';
import { formatNumber, plural } from '#kernel/format.ts';

/** A measured fact as a page shows it: `Ships in`, `14 hours`, `median of 12 shipped orders`. */
export interface FactRow {
  label: string;
  value: string;
  /** What it was measured over. */
  of: string;
}

export const factWindow = `${factRules.days} days`;
const tooFew = 'Not enough data';
const counted = (count: number, one: string, many: string) => plural(count, { one: `# ${one}`, other: `# ${many}` });

/** Hours as people say them: minutes under one, days from two days on. */
export function hoursSaid(hours: number): string {
  if (hours < 1) return hours === 0 ? 'under 6 minutes' : `${Math.round(hours * 60)} minutes`;
  if (hours < 48) return counted(hours < 10 ? hours : Math.round(hours), 'hour', 'hours');
  return counted(Math.round((hours / 24) * 2) / 2, 'day', 'days');
}

/** The facts of a member as a seller, each with its sample; of fewer than three it is said that they are too few. */
export function factRows({
  orders,
  shipHoursMedian: ship,
  canceledBySeller,
  reported,
  replyHoursMedian: reply,
}: MeasuredFacts): FactRow[] {
  const median = (hours: number | null, of: string) =>
    hours === null ? { value: tooFew, of } : { value: hoursSaid(hours), of: `median of ${of}` };
  const paid = counted(orders.value, 'order', 'orders');
  const share = (count: number) => ({
    value: orders.value < factRules.enough ? tooFew : formatNumber(count),
    of: `of ${paid}`,
  });
  const settled =
    orders.value >= factRules.enough && reported.value > 0 ? `, ${formatNumber(reported.settled)} resolved` : '';
  return [
    { label: 'Ships in', ...median(ship.value, counted(ship.sample, 'shipped order', 'shipped orders')) },
    { label: 'Replies in', ...median(reply.value, counted(reply.sample, 'first reply', 'first replies')) },
    { label: 'Cancelled by the seller', ...share(canceledBySeller.value) },
    { label: 'Problems reported', value: share(reported.value).value, of: `of ${paid}${settled}` },
  ];
}
