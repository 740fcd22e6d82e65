import { defineSecurityKinds, fact } from '#platform/security-log/security-kind.ts';

export const httpSecurity = defineSecurityKinds('http', {
  originRefused: {
    says: 'A write, or a live connection, came from another site, or with a cookie and without an origin',
    outcomes: ['refused'],
    watch: 'more than 20 in an hour: a page elsewhere makes browsers send them',
  },
  policyRefused: {
    says: 'A member requested what the rule of a feature forbids (403, 404). `rule` is its noun and verb in docs/reference/permissions.md',
    outcomes: ['refused'],
    watch: 'more than 20 of one actor in an hour: possibly a scan of addresses and ids',
    facts: { rule: fact.words, edge: fact.oneOf('http', 'live') },
  },
  infectedFile: {
    says: 'A member sent a file that the scanner knows as malware. It was deleted; the log has the malware’s name under the same `request`',
    outcomes: ['refused'],
    watch: 'any: the member’s device may be infected, or the scanner is being probed',
  },
});
