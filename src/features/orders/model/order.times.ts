import { dayMs, hourMs, lasting, minuteMs } from '#kernel/time.ts';

/** The time limits of an order: the enforced ones, and `orderDeadlines` as the words of every page and email. */
export const orderTimes = {
  /**
   * The shortest life of a hosted checkout is 30 minutes: a shorter hold could end while its page can still be paid.
   */
  holdMs: 30 * minuteMs,
  /**
   * The checkout lives a little longer than the hold, because Stripe counts its 30 minutes from when our call arrives.
   */
  sessionSlackMs: minuteMs,
  /** The longest life of a hosted checkout, less what our call may take to arrive. */
  sessionAtMostMs: dayMs - minuteMs,
  /** A paid order becomes the seller's to send after this long, or when the seller sends it before. */
  handOverMs: hourMs,
  /** A seller who has not sent by then has broken the deal: the buyer may cancel or report it. */
  shipWithinMs: 7 * dayMs,
  /** The buyer neither confirmed the delivery nor reported a problem. */
  assumeDeliveredMs: 21 * dayMs,
  /** Time to check the card before the sale is final. */
  completeMs: 3 * dayMs,
  /** After the completion: the seller can still look up where a completed order went. */
  addressForSellerMs: 90 * dayMs,
  /** Buyer and seller first try to solve a reported problem together; after this long either may request a decision. */
  decideAfterMs: 3 * dayMs,
} as const;

/**
 * The same as words inside a sentence: `30 minutes`, `7 days`. Sentences name these and never a figure of their own.
 */
export const orderDeadlines = {
  hold: lasting(orderTimes.holdMs),
  sendWithin: lasting(orderTimes.shipWithinMs),
  arrivedAfter: lasting(orderTimes.assumeDeliveredMs),
  reportWithin: lasting(orderTimes.completeMs),
  decideAfter: lasting(orderTimes.decideAfterMs),
  addressForSeller: lasting(orderTimes.addressForSellerMs),
} as const;
