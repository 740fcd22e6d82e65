import { addMs, dayMs } from '#kernel/time.ts';
import { countFew, type Trouble } from '#platform/troubles/trouble.ts';
import { missingNumbers } from './invoice-number.ts';
import { unmatchedInvoices } from './issue-invoices.server.ts';

export const invoiceTroubles: readonly Trouble[] = [
  {
    name: 'payouts.invoices',
    severity: 'soon',
    sentence: 'Invoices don’t match the fees in the ledger.',
    advice: {
      sentence: 'Check in Jobs whether “payouts.issue-invoices” failed, and run it again.',
      to: '/admin/jobs',
    },
    // On the first day of a month its job has not run yet.
    count: (db, now) => countFew(db, unmatchedInvoices(addMs(now, -dayMs))),
  },
  {
    name: 'payouts.invoice-numbers',
    severity: 'soon',
    sentence: 'Invoice numbers are missing.',
    advice: {
      sentence: 'See which numbers are missing. Restore these invoices from a backup.',
      to: '/admin/invoices',
    },
    count: (db) => countFew(db, missingNumbers),
  },
];
