import {
  type CopyFlag,
  type CopyTraits,
  copyFlagDefinitions,
  copyFlags,
  editionNames,
  finishName,
  traitsOf,
} from '#features/catalogue/words.ts';
import { formatList, plural } from '#kernel/format.ts';
import { gameName, languageName } from '../components/listing-words.ts';
import type { Listing } from '../contract.ts';
import { conditionNames } from './listing.rules.ts';

/**
 * The facts that a buyer relies on: the purchase is of the version that they saw. Price, shipping and copies have their
 * own rules.
 */
export const guardedFields = [
  'card',
  'condition',
  'checklist',
  'grading',
  'finish',
  'language',
  'edition',
  ...copyFlags,
  'photos',
  'title',
  'description',
] as const;
export type GuardedField = (typeof guardedFields)[number];

/**
 * Each as a reader takes it, so that the same said in another way is the same: photos in another order, a grade as a
 * number or in words.
 */
export interface GuardedFacts extends CopyTraits {
  card: readonly string[];
  condition: Listing['condition'];
  checklist: readonly string[];
  grading: readonly string[] | null;
  finish: string | null;
  language: string;
  photos: readonly string[];
  title: string;
  description: string | null;
}

type Described = Pick<
  Listing,
  'game' | 'setName' | 'number' | 'name' | 'rarity' | 'condition' | 'checklist' | 'grading' | 'finish' | 'language'
> &
  CopyTraits &
  Pick<Listing, 'title' | 'description'> & { cardId: string | null; photos: readonly { id: string }[] };

export function guardedFacts({ grading, checklist, photos, ...row }: Described): GuardedFacts {
  return {
    card: [row.cardId, row.game, row.name, row.setName, row.number, row.rarity].map((part) => part ?? ''),
    condition: row.condition,
    checklist: Object.entries(checklist ?? {})
      .map(String)
      .sort(),
    grading: grading && [grading.company, String(grading.grade), grading.certificate ?? ''],
    finish: row.finish,
    language: row.language,
    ...traitsOf(row),
    photos: photos.map(({ id }) => id).sort(),
    title: row.title,
    description: row.description || null,
  };
}

/** Of a listing as it is shown. */
export function shownFacts(listing: Listing): GuardedFacts {
  return guardedFacts({ ...listing, cardId: listing.catalogueCardId });
}

export function changedFields(before: GuardedFacts, after: GuardedFacts): GuardedField[] {
  return guardedFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

/** `the condition, the photos and the title`. */
export function fieldsInWords(fields: readonly string[]): string {
  return formatList(
    fields.map((field) => (isFlag(field) ? `whether it is ${copyFlagDefinitions[field].predicate}` : `the ${field}`)),
  );
}

/**
 * What became of one of them, for a person. With `isTold` false without what it was before. What a title or a
 * description said is never repeated: they may have been changed to take something out of them.
 */
export function changeSentence(
  field: GuardedField,
  before: GuardedFacts,
  after: GuardedFacts,
  isNotified = true,
): string {
  if (field === 'title') return `The title is now “${after.title}”.`;
  if (field === 'description')
    return after.description === null ? 'The description was removed.' : 'The description was updated.';
  if (field === 'checklist') return 'The seller’s condition checklist was updated.';
  if (field === 'photos')
    return isNotified
      ? `The photos changed. The listing had ${photosInWords(before)} and now has ${photosInWords(after)}.`
      : `The photos changed. The listing now has ${photosInWords(after)}.`;
  if (isFlag(field))
    return after[field]
      ? `It is now listed as ${copyFlagDefinitions[field].predicate}.`
      : `It is no longer listed as ${copyFlagDefinitions[field].predicate}.`;
  const now = `is now ${inWords[field](after)}`;
  return isNotified ? `The ${field} was ${inWords[field](before)} and ${now}.` : `The ${field} ${now}.`;
}

const isFlag = (field: string): field is CopyFlag => Object.hasOwn(copyFlagDefinitions, field);

const photosInWords = ({ photos }: GuardedFacts) =>
  photos.length === 0 ? 'no photos' : plural(photos.length, { one: '# photo', other: '# photos' });

const inWords = {
  card: ({ card: [, game = '', ...parts] }: GuardedFacts) => [...parts, gameName(game)].filter(Boolean).join(' · '),
  condition: ({ condition }: GuardedFacts) => conditionNames[condition],
  grading: ({ grading }: GuardedFacts) => {
    if (grading === null) return 'none';
    const [company, grade, certificate] = grading;
    return `${company} ${grade}${certificate ? `, certificate ${certificate}` : ''}`;
  },
  finish: ({ finish }: GuardedFacts) => (finish === null ? 'not stated' : finishName(finish)),
  language: ({ language }: GuardedFacts) => languageName(language),
  edition: ({ edition }: GuardedFacts) => (edition === null ? 'not stated' : editionNames[edition]),
};
