import { definePolicy } from '#platform/policy/policy.ts';

export const memberPolicy = definePolicy('a profile', {
  // A hidden profile answers the refetch with 404, so the event discloses nothing.
  read: {
    needs: 'anybody',
    by: 'anybody, while its member is neither suspended nor gone',
    at: ['GET /api/profiles/{id}', 'GET /avatars/{id}/{file}', 'GET /api/usernames/{name}', 'live profile'],
  },
  'open the settings': { needs: 'member', by: 'each member', at: ['page /settings'] },
  'change one’s own': {
    needs: 'member',
    by: 'each member',
    at: [
      'page /settings/profile',
      'page /settings/appearance',
      'page /settings/vacation',
      'page /settings/avatar',
      'page /settings/guides',
    ],
  },
});
