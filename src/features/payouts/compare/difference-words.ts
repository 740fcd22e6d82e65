import type { DifferenceKind } from './compare.tables.ts';

/** What a difference between Stripe and the ledger means. */
export const differenceWords: Readonly<Record<DifferenceKind, string>> = {
  not_booked: 'Stripe moved the money, but the ledger has no entry.',
  not_at_stripe: 'The ledger has an entry, but Stripe moved no money.',
  other_amount: 'Stripe and the ledger have different amounts.',
  unknown: 'This line of the balance belongs to nothing on this site.',
  rest: 'The balance has money that no line explains, for example from before the ledger began.',
};
