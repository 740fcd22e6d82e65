import type { Printing } from '#features/catalogue/index.server.ts';
import {
  type CopyFlag,
  copyFlagDefinitions,
  copyFlagNames,
  copyFlags,
  type Edition,
  eachFlag,
  editionNames,
  ordinaryEdition,
} from '#features/catalogue/words.ts';
import { firstOf } from '#kernel/first-of.ts';
import { finishOf, noteOfEdition } from '../match/copy-of.ts';
import { addedToName, nameKey } from '../match/names.ts';
import { unreadFeatures } from '../match/unread-words.ts';
import type { Note } from '../model/note.texts.ts';
import { type CopySaid, readCondition } from '../read/conditions.ts';
import { readEditionCell, takeEdition } from '../read/editions.ts';
import { finishInWords, readFinish } from '../read/finishes.ts';
import { readFlag, yesOrNo } from '../read/flags.ts';
import type { Format } from '../read/formats.ts';
import { readGrade } from '../read/grades.ts';
import { languageInWords, type Read, readLanguage, shortened } from '../read/row-values.ts';
import type { Cell } from './parse-row.ts';

/** The properties of a row's copies beside quantity and price. */
export interface CopyFacts extends Record<CopyFlag, boolean> {
  /** Null where the file has none, or an unreadable one: the row waits for one. */
  condition: string | null;
  finish: string | null;
  language: string;
  edition: Edition | null;
  grading: { company: string; grade: string; certificate?: string } | null;
  /** Words of a grading label that buyers must see. */
  label: string | null;
}

/** Collects values and problems: `reject` rejects the row, `look` makes it doubtful. */
export interface Taker {
  reject<T>(read: Read<T>): T | null;
  look<T>(read: Read<T>): T | null;
  note(note: Note): void;
  /** A note for the seller that leaves the status. */
  inform(note: Note): void;
}

/** Reads condition, finish, language, edition, flags and grade. An unknown value makes the row doubtful. */
export function parseCopy(
  cell: Cell,
  format: Format,
  card: Printing | null,
  lineLanguage: string | null,
  take: Taker,
): CopyFacts {
  const graded = gradeOf(cell, format, take);
  const said = conditionOf(cell, format, graded.grading !== null, take);
  const finishCell = format.ownFinishes ? null : takeEdition(cell('finish'));
  const edition = editionOf(cell, format, [said, finishCell], card, take);
  const added = addedToName(cell('name'));
  const hasFlag = (flag: CopyFlag) => {
    const { fileWords } = copyFlagDefinitions[flag];
    return (
      take.look(readFlag(cell(flag), fileWords, flag)) === true ||
      added.some((extra) => fileWords.test(extra)) ||
      featuresOf(cell, format).some((word) => fileWords.test(word))
    );
  };
  const language = languageOf(cell, said.language ?? null, lineLanguage, take);
  return {
    condition: said.condition,
    finish: finishOfRow(cell, format, said.finish, finishCell?.rest ?? null, card, take),
    language,
    edition,
    ...eachFlag(hasFlag),
    grading: graded.grading,
    label: graded.label,
  };
}

/**
 * From a column, behind the condition, by the product line, or in brackets behind the set. A contradiction makes the
 * row doubtful.
 */
function languageOf(cell: Cell, behind: string | null, ofLine: string | null, take: Taker): string {
  const inBrackets =
    addedToName(cell('setName'))
      .map(languageInWords)
      .find((language) => language !== null) ?? null;
  const own = cell('language') === '' ? behind : take.look(readLanguage(cell('language')));
  if (inBrackets !== null && own !== null && own !== inBrackets)
    take.note({ code: 'language_contradiction', params: { ofSet: inBrackets, ofRow: own } });
  return own ?? ofLine ?? inBrackets ?? 'en';
}

function gradeOf(cell: Cell, { conditionCarriesFinish }: Format, take: Taker) {
  const said = readGrade({ grade: cell('grade'), grader: cell('grader'), certificate: cell('certificate') });
  const isUnsaid = said.grading === null && said.note === undefined;
  // Some files have the grade in the condition column.
  const instead =
    isUnsaid && !conditionCarriesFinish
      ? readGrade({ grade: cell('condition'), grader: '', certificate: cell('certificate') })
      : said;
  if (instead.grading !== null && instead.note === undefined) return instead;
  if (said.note !== undefined) take.note(said.note);
  else if (yesOrNo(cell('graded')) === true) take.note({ code: 'graded_without_grade' });
  return said;
}

const noCondition: CopySaid = { condition: null, edition: null, isLimited: false };

function conditionOf(cell: Cell, format: Format, isGraded: boolean, take: Taker): CopySaid {
  const said = cell('condition');
  if (isGraded && (said === '' || !('value' in readCondition(said, format))))
    return { ...noCondition, condition: 'unknown' };
  if (format.conditionCarriesFinish) return take.reject(readCondition(said, format)) ?? noCondition;
  if (said === '') return { ...noCondition, condition: format.usualCondition ?? null };
  return take.look(readCondition(said, format)) ?? noCondition;
}

/** eBay's features are a list of words that includes the edition. */
const featuresOf = (cell: Cell, format: Format) =>
  format.id === 'ebay'
    ? cell('edition')
        .split(/[|,;/]/)
        .map((word) => word.trim())
    : [];

function editionOf(
  cell: Cell,
  format: Format,
  said: readonly ({ edition: Edition | null; isLimited: boolean } | null)[],
  card: Printing | null,
  take: Taker,
): Edition | null {
  const features = featuresOf(cell, format);
  const own =
    features.length > 0
      ? takeEdition(features.filter((word) => takeEdition(word).rest === '').join(' '))
      : readEditionCell(cell('edition'));
  const ofSet = takeEdition(addedToName(cell('setName')).join(' '));
  const ofName = takeEdition(addedToName(cell('name')).join(' '));
  const unknown = unreadFeatures(features, card);
  if (unknown.length > 0) take.note({ code: 'features_unknown', params: { value: shortened(unknown.join(', ')) } });
  if (features.length === 0 && own.rest !== '' && format.columns.edition !== format.columns.finish)
    take.note({ code: 'edition_unknown', params: { value: shortened(cell('edition')) } });
  const all = [...said, own, ofSet, ofName].filter((one) => one !== null);
  const first = all.find(({ edition }) => edition !== null)?.edition ?? null;
  // A set of shadowless cards has first editions, and no others.
  const edition = first !== 'first' && ofSet.edition === 'shadowless' ? 'shadowless' : first;
  if (card)
    for (const note of noteOfEdition(
      card,
      edition,
      all.some(({ isLimited }) => isLimited),
    ))
      take.note(note);
  return edition;
}

function finishOfRow(
  cell: Cell,
  format: Format,
  behind: string | undefined,
  column: string | null,
  card: Printing | null,
  take: Taker,
): string | null {
  const inWords = finishesInWords(cell, format, card);
  const inColumn = behind ?? finishSaid(cell, format, column, card, take);
  // With a blank cell the words beside the name decide; TCGplayer writes nothing behind the condition of a plain copy.
  const isUnsaid = behind === undefined && (inColumn === undefined || cell('finish') === '');
  const said = isUnsaid ? (inWords[0] ?? inColumn) : (moreExact(inColumn, inWords[0]) ?? inColumn);
  const other = inWords.find(
    (finish) => said !== undefined && kindOf(finish) !== kindOf(said) && moreExact(finish, said) === undefined,
  );
  if (other !== undefined) {
    take.note({ code: 'finish_contradiction', params: { one: kindOf(said ?? ''), other: kindOf(other) } });
    return null;
  }
  // On Cardmarket a card of another game than Magic is one product in all finishes; only reverse is named.
  const isProduct = said === undefined && cell('cardmarketId') !== '' && card !== null;
  const { finish, notes } = finishOf(
    isProduct ? { finishes: card.finishes.filter((one) => one !== 'reverse') } : card,
    said,
  );
  notes.forEach(take.note);
  return finish;
}

/** The finishes in the brackets of a card's name and in eBay's features. */
function finishesInWords(cell: Cell, format: Format, card: Printing | null): string[] {
  const added = addedToName(cell('name')).filter((extra) => !nameKey(card?.name ?? '').includes(nameKey(extra)));
  return [...added, ...featuresOf(cell, format)].map(finishInWords).filter((finish) => finish !== null);
}

/** `etched` for a foil without a more exact name; undefined where the words add nothing. */
const moreExact = (general: string | undefined, exact: string | undefined) =>
  general === 'foil' && exact !== undefined && !/^(normal|reverse)$/.test(exact) ? exact : undefined;

/** Plain, foil of any kind or reverse holo: a holo card that is read as foil is the same copy. */
const kindOf = (finish: string) => (finish === 'nonfoil' ? 'normal' : finish === 'holo' ? 'foil' : finish);

function finishSaid(
  cell: Cell,
  format: Format,
  column: string | null,
  card: Printing | null,
  take: Taker,
): string | undefined {
  if (format.ownFinishes) return cell('finish') || undefined;
  if (take.look(readFlag(cell('reverse'), /^reverse/i, 'reverse')) === true) return 'reverse';
  if (format.columns.finish === undefined || column === null) return undefined;
  if (column === '' && format.id.startsWith('cardmarket') && card !== null && card.game !== 'magic') return undefined;
  const { finish, isKnown } = readFinish(column);
  if (!isKnown) take.note({ code: 'finish_unknown', params: { value: shortened(column), finish } });
  return finish;
}

/** The description with the properties of the copies that it does not mention. */
export function describedWith(description: string | null, { edition, label, ...copy }: CopyFacts): string | null {
  const words = [
    edition && edition !== ordinaryEdition && editionNames[edition],
    ...copyFlags.map((flag) => copy[flag] && copyFlagNames[flag]),
    label && `Grade label: ${label}`,
  ];
  const missing = words.filter((word) => word && !description?.toLowerCase().includes(word.toLowerCase()));
  if (missing.length === 0) return description;
  return firstOf([description, `${missing.join('. ')}.`].filter(Boolean).join('\n'), 5_000);
}
