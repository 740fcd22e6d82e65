import { findMissingNumbers, getMarketInvoice, listMarketInvoices } from '#features/payouts/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { adminSecurity } from '../admin.security.ts';

type Looker = Pick<Platform, 'db' | 'security'>;

/** A page of the market's invoices, and the numbers that no invoice has. */
export async function readInvoices({ db, security }: Looker, query: Parameters<typeof listMarketInvoices>[1]) {
  security.note(adminSecurity.read, { outcome: 'done', what: 'invoices' });
  return { ...(await listMarketInvoices(db, query)), missing: await findMissingNumbers(db) };
}

/** An invoice of any seller. Refuses an unknown one (404). */
export function lookAtInvoice({ db, security }: Looker, id: string) {
  return security.follow(adminSecurity.read, { what: 'invoice' }, getMarketInvoice(db, id), ({ sellerId }) => ({
    subject: sellerId,
  }));
}
