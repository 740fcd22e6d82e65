import { defineSecurityKinds, fact } from '#platform/security-log/security-kind.ts';

export const identitySecurity = defineSecurityKinds('identity', {
  tokenRefused: {
    says: 'A bearer token or a session cookie was shown that opens nothing. `forged`: not signed by us, or by a secret that is gone; `expired` and `ended` are common, and are not recorded for cookies',
    outcomes: ['refused'],
    watch: 'more than 5 with `why` `forged` in an hour',
    facts: { token: fact.oneOf('bearer', 'cookie'), why: fact.oneOf('forged', 'expired', 'ended') },
  },
  secretRotated: {
    says: 'A cookie or a bearer token was still signed with AUTH_SECRET_OLD, recorded once for each session and process. The answer signs the cookie with AUTH_SECRET',
    outcomes: ['done'],
    watch: 'any at all while AUTH_SECRET is not being rotated, or 30 days after',
    facts: { token: fact.oneOf('bearer', 'cookie') },
  },
  sessionsEnded: {
    says: 'Sessions of `member` ended, with their bearer tokens: by signing out, from another device, or by a change of a sign-in method',
    outcomes: ['done'],
    facts: { sessions: fact.count, which: fact.oneOf('one', 'others', 'all') },
  },
});
