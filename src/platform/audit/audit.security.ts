import { defineSecurityKinds, fact } from '#platform/security-log/security-kind.ts';

export const auditSecurity = defineSecurityKinds('audit', {
  act: {
    says: 'An admin acted: `act` and `subject` as in the audit log, which has the reason too (no `subject` when it is not an id, such as a text of the site). `by` is an admin (`operator`), or the command line',
    outcomes: ['done'],
    watch: 'any `operator.added`, and any act outside working hours',
    facts: { act: fact.code, subject: fact.maybeId, by: fact.oneOf('operator', 'command-line') },
  },
});
