import { defineSecurityKinds, fact } from '#platform/security-log/security-kind.ts';

export const httpSecurity = defineSecurityKinds('http', {
  originRefused: {
    says: 'A write, or a live connection, came from another site, or from nobody’s page with a cookie',
    outcomes: ['refused'],
    watch: 'more than 20 in an hour: a page elsewhere makes browsers send them',
  },
  policyRefused: {
    says: 'Somebody signed in asked for what the rule of a room does not let them do (403, 404). `rule` is its noun and verb in docs/reference/permissions.md',
    outcomes: ['refused'],
    watch: 'more than 20 of one actor in an hour: somebody tries addresses and ids',
    facts: { rule: fact.words, edge: fact.oneOf('http', 'live') },
  },
  infectedFile: {
    says: 'A member sent a file that the scanner knows as malware. It was thrown away; the common log has the name of what it is under the same `request`',
    outcomes: ['refused'],
    watch: 'any: the member’s device may be infected, or somebody tries what gets through',
  },
});
