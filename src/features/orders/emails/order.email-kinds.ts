import type { MailKind } from '#platform/mail/mail-kind.ts';

export const saleMails: MailKind = {
  name: 'sales',
  rank: 10,
  label: 'Sales',
  means: 'A buyer pays, confirms delivery or cancels an order, or a sale is completed.',
  why: 'You’re receiving this email because you sold a card.',
};

export const purchaseMails: MailKind = {
  name: 'purchases',
  rank: 20,
  label: 'Purchases',
  means: 'Your card is shipped, or an order is marked as delivered automatically.',
  why: 'You’re receiving this email because you bought a card.',
};
