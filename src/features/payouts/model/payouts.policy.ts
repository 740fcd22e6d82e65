import { notFound } from '#kernel/refusal.ts';
import { type Caller, definePolicy } from '#platform/policy/policy.ts';

export const unknownInvoice = 'We couldn’t find this invoice.';

export const payoutsPolicy = definePolicy('payouts', {
  'read payouts': {
    needs: 'member',
    by: 'each member, their own',
    at: [
      'GET /api/payouts/balance',
      'GET /api/payouts',
      'GET /api/payouts/bank-payouts',
      'page /dashboard/payouts',
      'page /dashboard/payouts/bank',
    ],
  },
  'read account': {
    needs: 'member',
    by: 'each member, their own',
    at: ['GET /api/payouts/account', 'page /dashboard/payouts/account'],
  },
  'set up account': {
    needs: 'member',
    by: 'each member, their own, with a verified identity',
    verifiedEmail: true,
    at: ['POST /api/payouts/account/link'],
  },
  'read statements': {
    needs: 'member',
    by: 'each member, their own',
    at: [
      'GET /api/payouts/statements/{month}',
      'GET /api/payouts/statements/{month}/statement.csv',
      'GET /api/payouts/statements/{month}/statement.pdf',
      'GET /api/payouts/invoices',
      'page /dashboard/payouts/statements',
    ],
  },
  'read an invoice': {
    needs: 'member',
    by: 'its seller; for all others there is none',
    at: ['GET /api/payouts/invoices/{id}/invoice.pdf'],
    of: (caller: Caller, { sellerId }: { sellerId: string }) => caller?.id === sellerId || notFound(unknownInvoice),
  },
  'give tax details': {
    needs: 'member',
    by: 'each member, their own',
    at: ['GET /api/payouts/tax-details', 'PUT /api/payouts/tax-details', 'page /dashboard/payouts/tax-details'],
  },
  'request a payout': {
    needs: 'member',
    by: 'each member, their own',
    at: ['POST /api/payouts/request', 'page /dashboard/payouts'],
  },
});
