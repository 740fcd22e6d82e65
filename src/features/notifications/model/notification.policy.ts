import { notFound } from '#kernel/refusal.ts';
import { definePolicy } from '#platform/policy/policy.ts';

export const unknownNotification = 'We couldn’t find this notification.';

const itsMember = (actor: { id: string } | null, { userId }: { userId: string }) =>
  actor?.id === userId || notFound(unknownNotification);

export const notificationPolicy = definePolicy('notifications', {
  'read and change one’s own': {
    needs: 'member',
    by: 'each member',
    at: ['GET /api/notifications/preferences', 'PUT /api/notifications/preferences', 'page /settings/notifications'],
  },
  'see and mark one’s own': {
    needs: 'member',
    by: 'each member',
    at: ['GET /api/notifications', 'POST /api/notifications/read', 'page /notifications'],
  },
  'push to one’s own devices': {
    needs: 'member',
    by: 'each member',
    at: ['GET /api/push/key', 'PUT /api/push/subscriptions', 'DELETE /api/push/subscriptions'],
  },
  delete: {
    needs: 'member',
    by: 'its recipient; for others it doesn’t exist',
    at: ['DELETE /api/notifications/{id}', 'POST /api/notifications/{id}/restore'],
    of: itsMember,
  },
});
