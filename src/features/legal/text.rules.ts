/** The texts that the host of a public installation writes, each shown on a page of its own. */
export const marketTexts = {
  imprint: {
    label: 'Operator',
    about: 'Name, postal address, register, VAT ID and the person responsible. Shown on the imprint page.',
  },
  contact: {
    label: 'Contact',
    about: 'How members and authorities can contact you: email, phone and hours. Shown on the imprint page.',
  },
  returns: {
    label: 'Return address',
    about: 'The address for items that are returned to you, not to a seller. Shown on the imprint page.',
  },
  rules: {
    label: 'Additional rules',
    about: 'Your rules for members, in addition to the rules that decisions name. Shown on the rules page.',
  },
  privacy: {
    label: 'Privacy',
    about:
      'What your site does with data in addition to the privacy policy, for example your provider and your logs. Shown in the privacy policy.',
  },
} as const;
export type MarketTextName = keyof typeof marketTexts;
export const marketTextNames = Object.keys(marketTexts) as [MarketTextName, ...MarketTextName[]];

export const marketTextLength = 10_000;
