import type { MailKind } from '#platform/mail/mail-kind.ts';

export const saleMails: MailKind = {
  name: 'sales',
  rank: 10,
  label: 'What you sell',
  means: 'Somebody paid for a card of yours, it arrived, an order was called off, or a deal is done.',
  why: 'you sell here',
};

export const purchaseMails: MailKind = {
  name: 'purchases',
  rank: 20,
  label: 'What you buy',
  means: 'The seller sent your card, or it counts as arrived because nobody said otherwise.',
  why: 'you bought a card here',
};
