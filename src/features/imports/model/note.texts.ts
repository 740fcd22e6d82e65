import { type CopyFlag, copyFlagNames, type Edition, editionNames, finishName } from '#features/catalogue/words.ts';
import { languageNames } from '#features/listings/contract.ts';
import { formatNumber, plural } from '#kernel/format.ts';
import { formatMoney, type Money, money } from '#kernel/numbers/money.ts';
import { type Coded, textOf } from '#kernel/text/coded-text.ts';

/** Words of a file, as `shortened` cuts them. */
interface Said {
  value: string;
}
interface Counted {
  count: number;
}
type PriceField = 'price' | 'cost';
/** Fields of free text, which are shortened to the length of a listing's. */
export type TextField = 'description' | 'sku' | 'place' | 'privateNote';
/** Columns of yes and no. */
export type YesField = CopyFlag | 'playset' | 'reverse';

const sum = ({ amount, currency }: Money) => formatMoney(money(amount, currency));
const nameOfLanguage = (code: string) =>
  Object.hasOwn(languageNames, code) ? languageNames[code as keyof typeof languageNames] : code;
const nameOfFinish = (finish: string) => (finish === 'foil' ? 'Foil' : finishName(finish));
const yesColumns: Record<YesField, string> = { ...copyFlagNames, playset: 'Playset', reverse: 'Reverse holo' };

/** About the whole file. */
const fileTexts = {
  not_utf8: ({ encoding }: { encoding: string }) =>
    `The file isn’t UTF-8. We read it as ${encoding}. Check names with accents.`,
  encoding_repaired: () => 'The file was saved in a wrong encoding. We repaired names with accents. Check them.',
  mixed_line_ends: () => 'The file has several kinds of line ends. Check the number of rows.',
  empty_rows: ({ count }: Counted) =>
    plural(count, { one: '# empty row was skipped.', other: '# empty rows were skipped.' }),
  comments: ({ count }: Counted) =>
    plural(count, { one: '# heading or comment was skipped.', other: '# headings or comments were skipped.' }),
  capital_headers: () => 'The headers are in capital letters. Check the columns.',
  ragged_rows: ({ count }: Counted) =>
    plural(count, {
      one: '# row has more or fewer cells than the header. Check it.',
      other: '# rows have more or fewer cells than the header. Check them.',
    }),
} as const;

/** About the row itself. */
const rowTexts = {
  stray_quote: ({ line }: { line: number }) =>
    `Line ${line} has a quotation mark in the wrong place. Write it twice, and put quotation marks around the cell.`,
  fewer_cells: () => 'The row has fewer cells than the header. Check its values.',
  sealed: () => 'This is a sealed product, so it’s skipped.',
  proxy: () => 'This is marked as a proxy, so it’s skipped.',
  same_sku: ({ row }: { row: number }) =>
    `This row has the same number as row ${row}. Skip one of them, or its copies are listed twice.`,
  no_field: ({ header, value }: Said & { header: string }) =>
    `Listings have no field for “${value}” in the column “${header}”. Check the card.`,
} as const;

/** About the card. */
const cardTexts = {
  game_unknown: ({ value }: Said) => `“${value}” isn’t a supported game. Correct it.`,
  name_missing: () => 'The card name is missing. Add it.',
  name_too_long: ({ most }: { most: number }) => `The card name has more than ${most} characters. Shorten it.`,
  name_hidden: () => 'The card name has invisible characters. Type it again.',
  name_misspelled: () => 'The card name is misspelled. Check the card.',
  name_unknown: () => 'No card has this name. Check the name.',
  name_not_in_set: () => 'No card of this set has this name. Check the name.',
  name_of_several: () => 'Several cards have this name. Choose one.',
  name_with_symbols: () => 'The name has symbols and doesn’t match this number. Check the card.',
  name_and_number: () => 'The name and the number belong to different cards. Choose one.',
  number_not_in_set: () => 'No card of this set has this number. Check the number.',
  number_without_set: () => 'The row has a number but no set. Choose a printing.',
  number_was_date: ({ value }: Said) =>
    `A spreadsheet turned the number into a date. Is it ${value}? Choose another card if not.`,
  several_printings: () => 'Several printings have this name and number. Choose one.',
  words_unknown: ({ value }: Said) => `“${value}” isn’t part of this printing. Check the card.`,
  set_missing: () => 'The set is missing. Add it.',
  set_unknown: () => 'No set has this name. Check the name.',
  set_code_unknown: ({ value }: Said) => `No set has the code ${value}. Check the code.`,
  set_misspelled: () => 'The set name is misspelled. Check the card.',
  set_renamed: () => 'The set has another name here. Check the card.',
  set_contradiction: () => 'The set code and the set name belong to different sets. Choose a card.',
  id_unknown: ({ value }: Said) => `No card has the ID ${value}. Check the ID.`,
  cardmarket_id_unknown: ({ value }: Said) => `No card has the Cardmarket number ${value}. Check the number.`,
  id_of_other_name: () => 'The ID belongs to a card with another name. Check the card.',
  id_of_several: () => 'The ID belongs to several printings. Choose one.',
  found_by_search: () => 'We found cards with these words. Choose one.',
  foreign_line: ({ value }: Said) =>
    `“${value}” isn’t an English product line, and our card database has English printings only. Check the card.`,
} as const;

/** About the copy. */
const copyTexts = {
  finish_unsaid: ({ count }: Counted) => `The file has no finish, and this printing has ${count}. Choose one.`,
  finish_of_no_printing: () => 'This printing doesn’t exist in this finish. Choose another finish.',
  finish_of_foils: ({ count }: Counted) => `This printing has ${count} kinds of foil. Choose one.`,
  finish_contradiction: ({ one, other }: { one: string; other: string }) =>
    `The row has two finishes, “${nameOfFinish(one)}” and “${nameOfFinish(other)}”. Choose one.`,
  finish_unknown: ({ value, finish }: Said & { finish: string }) =>
    `We don’t know the finish “${value}”. Is it “${nameOfFinish(finish)}”? Choose another finish if not.`,
  edition_limited: () => 'The file says limited edition. Listings don’t have that edition. Check the card.',
  edition_of_no_printing: ({ edition }: { edition: Edition }) =>
    `This printing isn’t known in the edition “${editionNames[edition]}”. Check the card.`,
  edition_unknown: ({ value }: Said) => `We don’t know the edition “${value}”. Check the card.`,
  features_unknown: ({ value }: Said) => `We don’t know the features “${value}”. Check the card.`,
  language_unknown: ({ value }: Said) => `“${value}” isn’t a supported language. Choose one.`,
  language_contradiction: ({ ofSet, ofRow }: { ofSet: string; ofRow: string }) =>
    `The set is in ${nameOfLanguage(ofSet)}, and the row says ${nameOfLanguage(ofRow)}. Choose the language.`,
  condition_missing: () => 'The condition is missing. Add it.',
  condition_unknown: ({ value }: Said) => `“${value}” isn’t a condition of this file format. Correct it.`,
  condition_language: ({ value }: Said) => `“${value}” after the condition isn’t a supported language. Correct it.`,
  condition_spelling: ({ value }: Said) =>
    `TCGplayer spells the condition “${value}” differently. Check the condition.`,
  yes_or_no: ({ field, value }: Said & { field: YesField }) =>
    `The column “${yesColumns[field]}” has “${value}” instead of yes or no. Check the card.`,
  graded_without_grade: () => 'The card is graded, but the grade is missing. Add it.',
  grade_missing: ({ value }: Said) => `The card is graded by “${value}”, but the grade is missing. Add it.`,
  grade_unknown: ({ value }: Said) => `We don’t know the grade “${value}”. Check the grade.`,
  grade_of_no_company: ({ company, grade }: { company: string; grade: string }) =>
    `${company} doesn’t use the grade ${grade}. Check the grade.`,
  grade_read: ({ value, company, grade }: Said & { company: string; grade: string }) =>
    `Is the grade ${company} ${grade}? The file says “${value}”. Correct it in the file if not.`,
  grader_missing: ({ value }: Said) => `We don’t know who graded “${value}”. Add the grading company.`,
  grader_unknown: ({ value }: Said) => `We don’t know the grading company “${value}”. Check the grade.`,
} as const;

const textsCut: Record<TextField, (most: string) => string> = {
  description: (most) => `The description has more than ${most} characters. We shortened it.`,
  sku: (most) => `The SKU has more than ${most} characters. We shortened it.`,
  place: (most) => `The storage location has more than ${most} characters. We shortened it.`,
  privateNote: (most) => `The private note has more than ${most} characters. We shortened it.`,
};

/** About quantity, price and free text. */
const valueTexts = {
  quantity_missing: () => 'The quantity is missing. Add it.',
  quantity_zero: () => 'The quantity is 0, so the row is skipped.',
  quantity_not_whole: ({ value }: Said) => `The quantity “${value}” isn’t a whole number. Correct it.`,
  quantity_too_large: ({ value, most }: Said & { most: number }) =>
    `The quantity ${value} is too large. A listing can have at most ${most} copies.`,
  quantity_cut: ({ count, most }: Counted & { most: number }) =>
    `A listing can have at most ${most} copies. We use ${most} of ${formatNumber(count)}.`,
  quantity_read: ({ value, count }: Said & Counted) =>
    `Is the quantity ${formatNumber(count)}? The file says “${value}”. Correct it if not.`,
  price_missing: () => 'The price is missing. Add it.',
  price_too_high: ({ field }: { field: PriceField }) =>
    field === 'cost'
      ? 'The cost is more than 1,000,000.00. Lower it.'
      : 'The price is more than 1,000,000.00. Lower it.',
  price_read: ({ value, field, ...read }: Said & Money & { field: PriceField }) =>
    field === 'cost'
      ? `Is the cost ${sum(read)}? The file says “${value}”. Correct it in the file if not.`
      : `Is the price ${sum(read)}? The file says “${value}”. Correct it if not.`,
  price_unreadable: ({ value, field }: Said & { field: PriceField }) =>
    field === 'cost'
      ? `Enter a cost from 0.00 to 1,000,000.00, for example 12.50. The file says “${value}”.`
      : `Enter a price from 0.01 to 1,000,000.00, for example 12.50. The file says “${value}”.`,
  price_in_other_currency: ({ value, currency, field }: Said & { currency: string; field: PriceField }) =>
    field === 'cost'
      ? `The cost “${value}” is in another currency. The costs of this file are in ${currency}.`
      : `The price “${value}” is in another currency. The prices of this file are in ${currency}.`,
  currency_unknown: ({ value }: Said) => `“${value}” isn’t a supported currency. Correct it.`,
  text_cut: ({ field, most }: { field: TextField; most: number }) => textsCut[field](formatNumber(most)),
  playset_cut: ({ most }: { most: number }) =>
    `A listing can have at most ${most} copies. We use ${most} copies of these playsets.`,
  playset_price: (ofFour: Money) =>
    `The playset price ${sum(ofFour)} can’t be divided by 4. Enter the price of 1 copy.`,
  playset_read: ({ count, copies }: Counted & { copies: number }) =>
    plural(count, {
      one: `# playset is listed as ${formatNumber(copies)} copies.`,
      other: `# playsets are listed as ${formatNumber(copies)} copies.`,
    }),
  playset_priced: ({ count, copies, ...each }: Counted & Money & { copies: number }) =>
    plural(count, {
      one: `# playset is listed as ${formatNumber(copies)} copies for ${sum(each)} each.`,
      other: `# playsets are listed as ${formatNumber(copies)} copies for ${sum(each)} each.`,
    }),
} as const;

/** What to check in a file or a row, or why a row is rejected. */
export const noteTexts = { ...fileTexts, ...rowTexts, ...cardTexts, ...copyTexts, ...valueTexts } as const;
export type Note = Coded<typeof noteTexts>;

/** The sentence of a note; the code itself for one that a newer release stored. */
export const noteText = ({ code, params }: Note): string => textOf(noteTexts, code, params ?? null) ?? code;
