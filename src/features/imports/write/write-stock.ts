import type { Printing } from '#features/catalogue/index.server.ts';
import { copyFlags, editionNames, isPlainFinish, ordinaryEdition } from '#features/catalogue/words.ts';
import { languageNames } from '#features/listings/contract.ts';
import type { OwnCopy } from '#features/listings/index.server.ts';
import { type Condition, conditions } from '#kernel/cards/conditions.ts';
import { decimalOf } from '#kernel/numbers/money.ts';
import { ownValue } from '#kernel/own-value.ts';
import { type Field, type Format, headerKey } from '../read/formats.ts';
import { formats } from '../read/known-formats.ts';
import { numberedLanguages } from '../read/row-values.ts';
import { writeTable } from './write-table.ts';
import { type WrittenFormat, writtenFormats } from './written-formats.ts';

/** A format for reading and writing. */
export interface ExportFormat {
  format: Format;
  written: WrittenFormat;
}

export const exportFormats: readonly ExportFormat[] = writtenFormats.flatMap((written) => {
  const format = formats.find(({ id }) => id === written.id);
  return format ? [{ format, written }] : [];
});

/** A listing's copies, and their printing where the catalogue has it. */
export interface Stocked {
  copy: OwnCopy;
  printing: Printing | null;
}

const has = ({ format }: ExportFormat, field: Field) => format.columns[field] !== undefined;

/** Why a file of this format cannot hold the copy unchanged; null where it can. */
export function whyLeftOut(
  to: ExportFormat,
  { copy, printing }: Stocked,
): 'game' | 'printing' | 'graded' | 'language' | 'condition' | 'special' | 'currency' | null {
  const { format, written } = to;
  if (format.game ? copy.game !== format.game : has(to, 'game') && gameOf(written, copy.game) === null) return 'game';
  // Cardmarket's file has no number: without its id, one of two printings of a name would be read as the other.
  if (!has(to, 'number') && !printing?.ids.cardmarket) return 'printing';
  if (copy.grading && !has(to, 'grade')) return 'graded';
  if (languageOf(written, copy.language) === null) return 'language';
  if (!copy.grading && conditionOf(written, copy.condition) === null) return 'condition';
  if (!holdsTraits(written, copy)) return 'special';
  return written.currency && written.currency !== copy.currency && format.needs.includes('price') ? 'currency' : null;
}

/** Whether the format can hold the special properties of the copy. An ordinary edition needs no column. */
function holdsTraits({ edition, hasShadowlessSets, flags = {} }: WrittenFormat, copy: OwnCopy): boolean {
  const held = Object.values(flags).map(([flag]) => flag);
  if (copyFlags.some((flag) => copy[flag] && !held.includes(flag))) return false;
  if (copy.edition === null || copy.edition === ordinaryEdition) return true;
  return edition !== undefined && (copy.edition !== 'shadowless' || !hasShadowlessSets || copy.setName !== null);
}

/** The header of a file, with the line that the service writes above it. */
export function writeHeader({ written: { header, separator, before } }: ExportFormat): string {
  return `${before === undefined ? '' : `${before}\r\n`}${writeTable([header], separator)}`;
}

/** The rows of these copies, without those that the format cannot hold. */
export function writeRows(to: ExportFormat, copies: readonly Stocked[]): string {
  const { format, written } = to;
  // Of two fields that are read from one column the first is written.
  const fields = new Map(
    Object.entries(format.columns)
      .reverse()
      .flatMap(([field, names]) => names.split('|').map((key) => [key, field as Field] as const)),
  );
  const rows = copies
    .filter((stocked) => whyLeftOut(to, stocked) === null)
    .map(({ copy, printing }) => {
      const values = valuesOf(to, copy, printing);
      const more = moreOf(copy);
      return written.header.map((name) => {
        const field = fields.get(headerKey(name));
        const flag = written.flags?.[name];
        if (flag) return copy[flag[0]] ? flag[1] : flag[2];
        return written.always?.[name] ?? (field === undefined ? undefined : values[field]) ?? more[name] ?? '';
      });
    });
  return rows.length === 0 ? '' : writeTable(rows, written.separator);
}

function valuesOf(to: ExportFormat, copy: OwnCopy, printing: Printing | null): Partial<Record<Field, string>> {
  const { format, written } = to;
  const condition = conditionOf(written, copy.condition) ?? '';
  const edition = editionOf(written, copy);
  const isBesideFinish =
    format.columns.finish !== undefined && format.columns.finish === headerKey(written.edition ?? '');
  const ownFinish = format.ownFinishes ? (copy.finish ?? '') : finishOf(written, copy.finish);
  const finish =
    isBesideFinish && edition
      ? [edition, ownFinish === written.finish.plain ? '' : ownFinish].filter(Boolean).join(' ')
      : ownFinish;
  const isPriced = written.currency === undefined || written.currency === copy.currency;
  const price = isPriced ? `${format.id === 'deckbox' ? '$' : ''}${decimalOf(copy.priceAmount)}` : '';
  const grade = copy.grading ? String(copy.grading.grade) : '';
  const ids = (market: string) => String(printing?.ids[market]?.[0] ?? '');
  return {
    game: gameOf(written, copy.game) ?? '',
    setName:
      copy.edition === 'shadowless' && written.hasShadowlessSets
        ? `${copy.setName} (Shadowless)`
        : (copy.setName ?? ''),
    setCode: copy.setCode ?? '',
    name: copy.name,
    number: copy.number ?? '',
    rarity: copy.rarity ?? '',
    condition: format.conditionCarriesFinish ? [condition, edition, finish].filter(Boolean).join(' ') : condition,
    finish,
    edition,
    language: languageOf(written, copy.language) ?? '',
    quantity: String(copy.available),
    price,
    currency: copy.currency,
    grade: has(to, 'grader') ? grade : [copy.grading?.company, grade].filter(Boolean).join(' ') || 'Ungraded',
    grader: copy.grading?.company ?? '',
    certificate: copy.grading?.certificate ?? '',
    externalId: printing?.externalId ?? '',
    cardmarketId: ids('cardmarket'),
    tcgplayerId: ids('tcgplayer'),
    // TCGplayer and Cardmarket assign their own article numbers.
    sku: format.id === 'sleeved' || format.id === 'ebay' ? copy.id : '',
    description: copy.description ?? '',
    ownSku: copy.sku ?? '',
    place: copy.place ?? '',
    privateNote: copy.privateNote ?? '',
    cost: copy.costAmount === null ? '' : decimalOf(copy.costAmount),
    costCurrency: copy.costCurrency ?? '',
  };
}

/** Cells that no import reads, but a service requires. */
const moreOf = (copy: OwnCopy): Record<string, string> => ({
  Edition: copy.edition ? editionNames[copy.edition] : '',
  Status: copy.status,
  'Simple Name': copy.name,
  '*Title': [copy.name, copy.number, copy.setName].filter(Boolean).join(' ').slice(0, 80),
  '*ConditionID': copy.grading ? '2750' : '4000',
  '*C:Graded': copy.grading ? 'Yes' : 'No',
});

/** The format's word for the condition or for a worse one; null where it has none. A copy is never called better than it is. */
function conditionOf({ conditions: words }: WrittenFormat, condition: Condition): string | null {
  const written = conditions.slice(conditions.indexOf(condition)).find((each) => words[each] !== undefined);
  return written === undefined ? null : (words[written] ?? null);
}

const gameOf = ({ game }: WrittenFormat, of: string): string | null => ownValue<string | null>(game ?? {}, of) ?? null;

/** The edition in the words of the format; empty where it has none, and where the set includes it. */
function editionOf({ edition, hasShadowlessSets }: WrittenFormat, copy: OwnCopy): string {
  if (edition === undefined || copy.edition === null || (copy.edition === 'shadowless' && hasShadowlessSets)) return '';
  return editionNames[copy.edition];
}

function finishOf({ finish }: WrittenFormat, own: string | null): string {
  if (own === null || isPlainFinish(own)) return finish.plain;
  return own === 'reverse' || own === 'holo' || own === 'etched' ? finish[own] : finish.foil;
}

/** The language in the words of the format; null where it has none. */
function languageOf({ language }: WrittenFormat, code: string): string | null {
  if (language === 'none') return code === 'en' ? '' : null;
  if (language === 'code') return code;
  if (language === 'name')
    return Object.hasOwn(languageNames, code) ? languageNames[code as keyof typeof languageNames] : null;
  return Object.entries(numberedLanguages).find(([, own]) => own === code)?.[0] ?? null;
}
