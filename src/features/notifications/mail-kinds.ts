/** The mails that may be declined, and those that always go. Without zod, for the pages. */

export const mailKindNames = ['sales', 'purchases', 'listings'] as const;
export type MailKind = (typeof mailKindNames)[number];

/** A kind stands here from the day on which a room mails it; that room names it when it mails a member. */
export const mailKinds: Readonly<Record<MailKind, { label: string; means: string; why: string }>> = {
  sales: {
    label: 'What you sell',
    means: 'Somebody paid for a card of yours, it arrived, an order was called off, or a deal is done.',
    why: 'you sell here',
  },
  purchases: {
    label: 'What you buy',
    means: 'The seller sent your card, or it counts as arrived because nobody said otherwise.',
    why: 'you bought a card here',
  },
  listings: {
    label: 'Listings that end',
    means: 'A listing ends soon, or has ended and can be renewed. Several at a time share one mail.',
    why: 'you have listings here',
  },
};

/** What goes out whatever is chosen, and why: shown beside the choices. */
export const alwaysMailed: readonly { what: string; why: string }[] = [
  {
    what: 'Your account and its security',
    why: 'Confirmations, a new password, another way to sign in. Whoever takes over an account turns such mails off first.',
  },
  { what: 'Receipts and money that comes back', why: 'They are your record of what was paid and of what was given back.' },
  { what: 'Your premium bills', why: 'A renewal that was charged, or one that failed and needs a card.' },
  { what: 'A problem reported with a sale of yours', why: 'The buyer’s money waits for your answer.' },
];
