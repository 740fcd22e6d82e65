import { type CopyTraits, pickFlags } from '#features/catalogue/words.ts';
import type { CreateListingInput } from '#features/listings/contract.ts';
import { needsPhoto } from '#features/listings/index.server.ts';
import { money } from '#kernel/numbers/money.ts';
import type { ImportRowRow, StockImportRow } from '../model/import.tables.ts';
import type { PlainOutcome } from '../model/import.texts.ts';

/** The fields of a stored row that its listing needs. */
export type RowToList = Pick<
  ImportRowRow,
  | (
      | 'n'
      | 'cardId'
      | 'condition'
      | 'priceAmount'
      | 'currency'
      | 'finish'
      | 'quantity'
      | 'language'
      | 'grading'
      | 'description'
    )
  | keyof CopyTraits
  | ('shipping' | 'ownSku' | 'place' | 'privateNote' | 'costAmount' | 'costCurrency')
>;

/** A row as the input of a new listing; null where it lacks something. */
export function inputOf(row: RowToList, listingStatus: StockImportRow['listingStatus']): CreateListingInput | null {
  const { cardId, condition, priceAmount, finish, quantity, language, grading, description, costAmount, costCurrency } =
    row;
  if (cardId === null || condition === null || priceAmount === null) return null;
  const price = money(priceAmount, row.currency);
  return {
    catalogueCardId: cardId,
    condition,
    language: language as 'en',
    quantity,
    price,
    status: listingStatus === 'draft' || needsPhoto(price) ? 'draft' : 'active',
    ...(finish !== null && { finish: finish as 'normal' }),
    edition: row.edition,
    ...pickFlags(row),
    ...(grading && { grading: { ...grading, grade: gradeOf(grading.grade) } }),
    ...(description !== null && { description }),
    shipping: (row.shipping ?? []).filter((option) => option.price.currency === price.currency),
    sku: row.ownSku,
    place: row.place,
    privateNote: row.privateNote,
    cost: costAmount === null || costCurrency === null ? null : money(costAmount, costCurrency),
  };
}

/** Why a row that lacks something was not listed. */
export function whyNotListed({ priceAmount, condition }: RowToList): PlainOutcome {
  if (priceAmount === null) return 'no_price';
  return condition === null ? 'no_condition' : 'incomplete';
}

/** Numeric grades are compared as numbers; `Authentic` stays a word. */
const gradeOf = (grade: string) => (/^\d+(\.5)?$/.test(grade) ? Number(grade) : grade);
