/** The texts that the host of a public installation writes, each shown on a page of its own. */
export const marketTexts = {
  imprint: {
    label: 'Who runs this market',
    about:
      'Who runs this market: name, postal address, register, VAT id, who answers for it. Shown on the imprint page.',
  },
  contact: {
    label: 'Contact',
    about: 'How members and authorities reach you: e-mail, phone, when. Shown on the imprint page.',
  },
  returns: {
    label: 'Return address',
    about: 'Where something is sent back to that comes to the market itself. Shown on the imprint page.',
  },
  rules: {
    label: 'House rules',
    about: 'What you ask of members besides the rules that every decision names. Shown on the page of the rules.',
  },
  privacy: {
    label: 'Privacy',
    about:
      'What this installation does with data besides what the privacy policy says: your provider, your logs. Shown in the privacy policy.',
  },
} as const;
export type MarketTextName = keyof typeof marketTexts;
export const marketTextNames = Object.keys(marketTexts) as [MarketTextName, ...MarketTextName[]];

export const marketTextLength = 10_000;
