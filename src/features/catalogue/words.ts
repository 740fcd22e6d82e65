/** Public API, browser and server: the catalogue's spellings and their readable names. Pure. */
import { traitNames } from './model/copy-traits.ts';

export { type Condition, conditionNames, conditions, parseCondition } from '#kernel/cards/conditions.ts';
export { finishes, finishName, finishNames, isPlainFinish } from '#kernel/cards/finishes.ts';
export { gameNames, type ListingGame, listingGames } from '#kernel/cards/games.ts';
export { type Language, languageNames, languages, parseLanguage } from '#kernel/cards/languages.ts';
export {
  type CopyFlag,
  type CopyTraits,
  copyFlagDefinitions,
  copyFlagNames,
  copyFlags,
  copyFlagsHeading,
  type Edition,
  eachFlag,
  editionNames,
  editions,
  flagAdjectives,
  isPlainCopy,
  ordinaryEdition,
  parseEdition,
  pickFlags,
  traitNames,
  traitsOf,
} from './model/copy-traits.ts';
export {
  findGrade,
  type GradingCompany,
  gradeLabels,
  gradeWords,
  gradingCompanies,
  isGradeOf,
  isGrader,
  parseGrade,
  parseGradingCompany,
  plainGradeWords,
} from './model/grading.ts';
export { plainLetters } from './model/letters.ts';
export { artAddress } from './read/addresses.ts';

/**
 * `Charizard · Base Set · 4`. Set and number are separate: number 2 of Base Set is not Base Set 2. Without a name:
 * which printing it is.
 */
export function cardTitle({
  name,
  setName,
  number,
}: {
  name?: string;
  setName: string | null;
  number: string | null;
}): string {
  return [name, setName, number].filter(Boolean).join(' · ');
}

/** `Charizard · Base Set · 4 · 1st Edition · Signed`. */
export function copyTitle(copy: Parameters<typeof cardTitle>[0] & Parameters<typeof traitNames>[0]): string {
  return [cardTitle(copy), ...traitNames(copy)].join(' · ');
}
