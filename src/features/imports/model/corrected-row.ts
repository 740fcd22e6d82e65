import type { ImportRowRow } from './import.tables.ts';
import { notesOf } from './import.texts.ts';

type Values = Partial<
  Pick<
    ImportRowRow,
    'cardId' | 'quantity' | 'condition' | 'finish' | 'language' | 'priceAmount' | 'currency' | 'shipping' | 'isLeftOut'
  >
>;

/**
 * The columns of a row that change with the values that its seller sets. They answer the notes that ask for them, and
 * an earlier outcome no longer holds. The row is ready once it has a card, copies and no note; or, where the seller
 * accepts it, whatever its other notes say.
 */
export function correctedRow(
  row: Pick<ImportRowRow, 'cardId' | 'quantity' | 'status' | 'noteCodes' | 'notes'>,
  values: Values,
  isAccepted = false,
): Values & Pick<ImportRowRow, 'status' | 'noteCodes' | 'outcome'> {
  const { cardId, quantity } = { ...row, ...values };
  const fields = (['condition', 'finish', 'language'] as const).filter((field) => values[field] != null);
  const answered = fields.flatMap(notesOf);
  const noteCodes = row.noteCodes.filter(({ code }) => !answered.includes(code));
  const hasNote = noteCodes.length + row.notes.length > 0;
  const isReady = cardId !== null && quantity > 0 && (isAccepted || !hasNote);
  return { ...values, status: isReady ? 'sure' : row.status, noteCodes, outcome: null };
}
