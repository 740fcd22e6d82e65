import type { NotificationKind } from '#platform/notification-kind.ts';

/** The key that groups the notifications about an order's reviews: viewing the order marks them as read. */
export const updatesOfReviews = (orderId: string): string => `reviews ${orderId}`;

export const reviewUpdates: NotificationKind = {
  name: 'reviews',
  rank: 29,
  label: 'Reviews',
  means: 'Somebody whom you bought from or sold to has reviewed you or answered your review, or an operator hid one.',
  texts: {
    reviewed: ({ rating }: { rating: number }) => ({
      title: '{name} reviewed you',
      body: `${rating} of 5 stars. You can answer once.`,
    }),
    answered: () => ({ title: 'Your review was answered', body: 'Whom you reviewed has answered.' }),
    hidden: ({ reason }: { reason: string }) => ({
      title: 'Your review was hidden',
      body: `An operator of the market says: ${reason}`,
    }),
    hidden_of_you: () => ({
      title: 'A review of you was hidden',
      body: 'An operator of the market took it away. Nobody reads it any more, and it does not count in your rating.',
    }),
  },
};
