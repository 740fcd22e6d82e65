import { defineSecurityKinds, fact } from '#platform/security-log/security-kind.ts';

export const limitSecurity = defineSecurityKinds('limits', {
  reached: {
    says: 'A limit of docs/reference/limits.md was reached, told once a window and counter: what is refused further on in that window is not told again',
    outcomes: ['refused'],
    watch: 'more than 10 of one limit in an hour under `entry.`, or of any limit from one client',
    facts: { limit: fact.code },
  },
});
