import { definePolicy } from '#platform/policy/policy.ts';

export const notificationPolicy = definePolicy('mail preferences', {
  'read and change one’s own': {
    needs: 'member',
    by: 'each member',
    at: ['GET /api/notifications/preferences', 'PUT /api/notifications/preferences', 'page /settings/notifications'],
  },
});
