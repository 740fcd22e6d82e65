import { monthOf } from '#features/payouts/statements/month.ts';
import { bulk, id, type Operation, offer, order, own, purchase, rule, stock, thread } from './operation.testing.ts';

const statementOf = (file: string) => `/api/payouts/statements/${monthOf(new Date())}${file}`;

/** What members read of their own, in the order in which the tests run them. */
export const memberReadings: Readonly<Record<string, Operation>> = {
  'GET /api/profile': own(),
  'GET /api/export': own(),
  'GET /api/favorites': own(),
  'GET /api/orders': own(),
  'GET /api/counters': own(),
  'GET /api/auth/list-accounts': own(),
  'GET /api/auth/list-sessions': own(),
  'GET /api/auth/change-email': own(),
  'GET /api/auth/two-factor/status': own(),
  'GET /api/auth/passkey/list-user-passkeys': own(),
  'GET /api/auth/passkey/generate-register-options': own(),
  'GET /api/stripe/check-subscription': own(),
  'GET /api/stripe/invoices': own(),
  'GET /api/payouts/account': own(),
  'GET /api/payouts/invoices': own(),
  'GET /api/payouts/invoices/{id}/invoice.pdf': id(
    ({ ids }) => `/api/payouts/invoices/${ids.invoice}/invoice.pdf`,
    ({ victim }) => ({ sellerId: victim.id }),
  ),
  'GET /api/payouts/statements/{month}': { path: () => statementOf('') },
  'GET /api/payouts/statements/{month}/statement.csv': { path: () => statementOf('/statement.csv') },
  'GET /api/payouts/statements/{month}/statement.pdf': { path: () => statementOf('/statement.pdf') },
  'GET /api/notifications/preferences': own(),
  'GET /api/notifications': own(),
  'GET /api/push/key': own(),
  'GET /api/orders/export.csv': own(),
  'GET /api/orders/papers': { path: () => '/api/orders/papers?kind=pull-sheet' },
  'GET /api/orders/{id}': order('', 'sold'),
  'GET /api/orders/{id}/photos': order('/photos', 'sold'),
  'GET /api/purchases/{id}': purchase(''),
  'GET /api/offers': own(),
  'GET /api/offers/{id}': offer('', 'offered'),
  'GET /api/threads': own(),
  'GET /api/listings/import/{id}': stock(''),
  'GET /api/listings/import/{id}/left.csv': stock('/left.csv'),
  'GET /api/listings/export.csv': own(),
  'PUT /api/listings/import/columns': own(() => ({
    header: ['a', 'b', 'c'],
    columns: { name: 0, condition: 1, quantity: 2 },
  })),
  'DELETE /api/listings/import/columns/{id}': id(
    ({ ids }) => `/api/listings/import/columns/${ids.stockColumns}`,
    ({ victim }) => ({ sellerId: victim.id }),
  ),
  'GET /api/price-rules': own(),
  'GET /api/price-rules/{id}': rule(),
  'GET /api/listings/bulk/{id}': bulk(''),
  'GET /api/listings/bulk/{id}/changes': bulk('/changes'),
  'GET /api/blocks': own(),
  'GET /api/threads/{id}': thread(''),
  'GET /api/threads/{id}/messages': thread('/messages'),
};
