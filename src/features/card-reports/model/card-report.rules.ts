export const cardReportFields = ['name', 'number', 'set', 'rarity', 'finish', 'duplicate', 'other'] as const;
export type CardReportField = (typeof cardReportFields)[number];

/** What an admin did: corrected the card, or left it as it is. */
export const cardReportOutcomes = ['corrected', 'unchanged'] as const;
export type CardReportOutcome = (typeof cardReportOutcomes)[number];

export const noteLength = 500;

export const fieldLabels: Record<CardReportField, string> = {
  name: 'Name',
  number: 'Number',
  set: 'Set',
  rarity: 'Rarity',
  finish: 'Finish or version',
  duplicate: 'Duplicate card',
  other: 'Something else',
};
