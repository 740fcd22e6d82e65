import type { NotificationKind } from '#platform/notification-kind.ts';

/** The key that groups the notifications about an order's reviews: viewing the order marks them as read. */
export const updatesOfReviews = (orderId: string): string => `reviews ${orderId}`;

export const reviewUpdates: NotificationKind = {
  name: 'reviews',
  rank: 29,
  label: 'Reviews',
  means: 'Somebody whom you bought from or sold to has reviewed you or answered your review, or an operator hid one.',
};
