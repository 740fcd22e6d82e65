import { type SellerKind, sellerKinds } from '#features/members/contract.ts';

export { type SellerKind, sellerKinds };

export const traderLimits = {
  name: 120,
  street: 120,
  postalCode: 16,
  city: 80,
  phone: 30,
  register: 120,
  number: 60,
  /** As typed, with separators. */
  vatId: 40,
  withdrawal: 2_000,
} as const;

/** Days after delivery in which a consumer in the European Union may withdraw from a purchase from a trader. */
export const withdrawalDays = 14;

/** The required data of a trader, by its name in a sentence. The rest is required where it exists. */
export const neededOfTrader = {
  legalName: 'legal name',
  street: 'street',
  city: 'city',
  country: 'country',
  email: 'email for buyers',
  phone: 'phone number',
  certifiedAt: 'certification that your items comply with EU law',
} as const;
export type NeededOfTrader = keyof typeof neededOfTrader;

/** The required data that is missing; none for a private person. */
export function missingOf(
  status: { kind: SellerKind } & { readonly [K in NeededOfTrader]?: unknown },
): NeededOfTrader[] {
  if (status.kind === 'private') return [];
  const needed = Object.keys(neededOfTrader) as NeededOfTrader[];
  return needed.filter((name) => status[name] === null || status[name] === undefined || status[name] === '');
}

/** What a buyer must know before buying. */
export const rightsSentences: Record<SellerKind, readonly string[]> = {
  private: [
    'This is a sale by a private person, not by a trader.',
    `The rights of consumers in the European Union against traders, such as the right to withdraw within ${withdrawalDays} days, do not apply to this sale. Our own refund promise applies to cards that are not shipped or not as described.`,
  ],
  trader: [
    'This is a sale by a trader.',
    `If you are a consumer in the European Union, you can withdraw from the purchase within ${withdrawalDays} days after delivery of the cards. You don’t have to give a reason. To withdraw, notify the trader, for example by email, and send the cards back. By law, the trader is also liable for cards that are not as described.`,
  ],
};

/** The same beside a listing, in one sentence. */
export const soldByMeans: Record<SellerKind, string> = {
  private: 'Consumer rights against traders, such as the right to withdraw, do not apply.',
  trader: `Consumers in the European Union can withdraw within ${withdrawalDays} days after delivery of the cards.`,
};

export const soldByWords: Record<SellerKind, string> = {
  private: 'Sold by a private person',
  trader: 'Sold by a trader',
};
