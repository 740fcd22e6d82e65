import type { ShippingFigures } from '#features/shipping/index.server.ts';
import { addMs, dayMs } from '#kernel/time.ts';

interface Parcel {
  shippedAt: Date;
  trackingNumber: string | null;
  /** Countries (ISO 3166); null where one is not known, which counts as another country. */
  from: string | null;
  to: string | null;
}

/**
 * From when on an order can be reported as not arrived. The carrier's scans are not known: a tracked parcel is assumed
 * to be on its way for as long as the host's figures say.
 */
export function reportMissingFrom({ shippedAt, trackingNumber, from, to }: Parcel, figures: ShippingFigures): Date {
  const isHome = from !== null && from === to;
  return addMs(shippedAt, daysUntilMissing({ isTracked: trackingNumber !== null, isHome }, figures) * dayMs);
}

/** The same in days after shipping. */
export function daysUntilMissing(
  { isTracked, isHome }: { isTracked: boolean; isHome: boolean },
  figures: Pick<
    ShippingFigures,
    'transitHomeDays' | 'transitAbroadDays' | 'trackedWaitDays' | 'untrackedHomeDays' | 'untrackedAbroadDays'
  >,
): number {
  if (!isTracked) return isHome ? figures.untrackedHomeDays : figures.untrackedAbroadDays;
  return (isHome ? figures.transitHomeDays : figures.transitAbroadDays) + figures.trackedWaitDays;
}

interface Lost {
  /** What the buyer chose. */
  shippingTracked: boolean;
  trackingNumber: string | null;
}

/**
 * What the market bears of the refund of an order that did not arrive, in minor units: only of one that was shipped
 * without tracking, as its buyer chose. The seller bears the rest.
 */
export function coverOfLoss(
  { shippingTracked, trackingNumber }: Lost,
  amount: number,
  { untrackedCover }: Pick<ShippingFigures, 'untrackedCover'>,
): number {
  return shippingTracked || trackingNumber !== null ? 0 : Math.min(amount, untrackedCover);
}
