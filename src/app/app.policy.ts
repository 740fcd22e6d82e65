import { definePolicy } from '#platform/policy/policy.ts';

export const appPolicy = definePolicy('the house', {
  listen: { needs: 'anybody', by: 'anybody; each query asks by its own rule', at: ['GET /api/realtime'] },
  'follow one’s own': {
    needs: 'member',
    by: 'each member',
    at: ['live me', 'page /dashboard', 'page /commands'],
    signIn: 'Sign in to receive your updates.',
  },
  'arrange one’s home page': { needs: 'member', by: 'each member', at: ['page /home'] },
  'count what waits': { needs: 'member', by: 'each member, for themselves', at: ['GET /api/counters'] },
  'take one’s data out': { needs: 'member', by: 'each member', at: ['GET /api/export', 'page /settings/data'] },
  'delete one’s account': {
    needs: 'member',
    by: 'each member, with their password, their Google account or a passkey, each time',
    at: ['POST /api/users/delete-account'],
    stepUp: 'with a second factor',
  },
});
