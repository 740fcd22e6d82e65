import type { NotificationKind } from '#platform/notification-kind.ts';

/** The key that groups the notifications about an order's reviews: viewing the order marks them as read. */
export const updatesOfReviews = (orderId: string): string => `reviews ${orderId}`;

export const reviewUpdates: NotificationKind = {
  name: 'reviews',
  rank: 29,
  label: 'Reviews',
  means: 'A buyer or seller reviews you or replies to your review, or we hide a review.',
  icon: 'reviews',
  act: 'View order',
  texts: {
    reviewed: ({ rating }: { rating: number }) => ({
      title: '{name} reviewed you',
      body: `${rating} of 5 stars. You can reply once.`,
      act: 'Reply to review',
    }),
    answered: () => ({ title: 'New reply to your review', body: 'Open the order to read the reply.' }),
    hidden: ({ reason }: { reason: string }) => ({
      title: 'Your review was hidden',
      body: `We hid your review. Reason: ${reason}`,
    }),
    hidden_of_you: () => ({
      title: 'A review of you was hidden',
      body: 'We hid the review. It’s no longer shown and doesn’t count in your rating.',
    }),
  },
};
