import type { NotificationKind } from '#platform/notification-kind.ts';

export const reviewNews: NotificationKind = {
  name: 'review',
  rank: 29,
  label: 'Reviews',
  means: 'Somebody whom you bought from or sold to has reviewed you, or answered your review.',
};
