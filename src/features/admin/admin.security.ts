import { defineSecurityKinds, fact } from '#platform/security-log/security-kind.ts';

export const adminSecurity = defineSecurityKinds('operator', {
  read: {
    says: 'An operator looked at a record, or at a list of them. `subject` is the member, order, listing, review, report or decision; what was searched for is not told',
    outcomes: ['done', 'refused', 'failed'],
    watch: 'one actor who reads more than 100 members or orders in an hour',
    facts: {
      what: fact.oneOf(
        'members',
        'member',
        'orders',
        'order',
        'listing',
        'listings',
        'certificates',
        'audit',
        'reports',
        'report',
        'review',
        'wanted',
        'want-list',
        'jobs',
        'invoices',
        'invoice',
        'ads',
        'appeals',
        'appeal',
      ),
      subject: fact.maybeId,
    },
  },
});
