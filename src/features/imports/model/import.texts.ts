import { refusalTexts } from '#features/listings/index.server.ts';
import { type Coded, textOf } from '#kernel/text/coded-text.ts';
import type { ImportRowRow, StockImportRow } from './import.tables.ts';
import { type Note, noteText } from './note.texts.ts';

/** The notes of a file or a row. Those without a code are texts of an earlier release. */
export const notesText = ({
  noteCodes,
  notes,
}: Pick<StockImportRow | ImportRowRow, 'noteCodes' | 'notes'>): string[] => [...noteCodes.map(noteText), ...notes];

/** Fields whose cell is unreadable or contradicts another one: the seller chooses their value. */
const unreadBy: Partial<Record<Note['code'], 'condition' | 'language'>> = {
  condition_unknown: 'condition',
  condition_language: 'condition',
  language_unknown: 'language',
  language_contradiction: 'language',
};
export const unreadOf = ({ noteCodes }: Pick<ImportRowRow, 'noteCodes'>): ('condition' | 'language')[] => [
  ...new Set(noteCodes.flatMap(({ code }) => unreadBy[code] ?? [])),
];

/** The notes that ask for a value of this field. */
export function notesOf(field: 'condition' | 'finish' | 'language'): Note['code'][] {
  if (field === 'finish') return ['finish_unsaid', 'finish_of_no_printing', 'finish_of_foils', 'finish_contradiction'];
  const unread = (Object.keys(unreadBy) as Note['code'][]).filter((code) => unreadBy[code] === field);
  return field === 'condition' ? ['condition_missing', ...unread] : unread;
}

/** What happened to a row, or why it was refused. */
const outcomeTexts = {
  ...refusalTexts,
  needs_photo: () => 'Saved as a draft. Listings of $20.00 or more need a photo.',
  no_price: () => 'Not imported. The price is missing.',
  no_condition: () => 'Not imported. The condition is missing.',
  incomplete: () => 'Not imported. The row is incomplete.',
  failed: () => 'Not imported because of an error on our side. Import the row again.',
  sold: () => 'Not deleted. Copies were sold.',
  reserved: () => 'Not deleted. A buyer is paying for a copy. If they don’t pay, delete it under Dashboard, Listings.',
  older: () => 'Not deleted. Listed more than 24 hours ago.',
  gone: () => 'This listing was already deleted.',
  deleted: () => 'Listing deleted.',
  undo_failed: () => 'Not deleted because of an error on our side. Delete it under Dashboard, Listings.',
} as const;
export type Outcome = Coded<typeof outcomeTexts>;
/** The code of an outcome without parameters. */
export type PlainOutcome = Extract<Outcome, { params?: null }>['code'];

/** The sentence of an outcome. One without a known code is a text of an earlier release. */
export const outcomeText = ({
  outcome,
  outcomeParams,
}: Pick<ImportRowRow, 'outcome' | 'outcomeParams'>): string | null =>
  textOf(outcomeTexts, outcome, outcomeParams) ?? outcome;
