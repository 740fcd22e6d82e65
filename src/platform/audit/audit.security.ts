import { defineSecurityKinds, fact } from '#platform/security-log/security-kind.ts';

export const auditSecurity = defineSecurityKinds('audit', {
  act: {
    says: 'An operator did something: `act` and `subject` as in the audit log, which has the reason too (no `subject` where it is no id, as of a text of the market). `by` is an operator, or the command line',
    outcomes: ['done'],
    watch: 'any `operator.added`, and any act at an hour at which no operator works',
    facts: { act: fact.code, subject: fact.maybeId, by: fact.oneOf('operator', 'command-line') },
  },
});
