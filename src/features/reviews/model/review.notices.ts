import type { NotificationKind } from '#platform/notification-kind.ts';

/** What its entries tell of: who has seen the order with its reviews has seen them. */
export const updatesOfReviews = (orderId: string): string => `reviews ${orderId}`;

export const reviewUpdates: NotificationKind = {
  name: 'reviews',
  rank: 29,
  label: 'Reviews',
  means: 'Somebody whom you bought from or sold to has reviewed you or answered your review, or an operator hid one.',
};
