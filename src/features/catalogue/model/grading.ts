/**
 * Grading companies and grades: the one reader for the API, the form, files and search. Pure, for browser and server.
 */
import { ownValue } from '#kernel/own-value.ts';
import { halfWidth } from '#kernel/text/half-width.ts';

/** Companies by their short name, with their other names: lower case, without spaces and signs. */
const companySpellings = {
  PSA: 'professionalsportsauthenticator psadna',
  BGS: 'beckett beckettgrading beckettgradingservices beckettgradingservice bgsbeckett',
  BVG: 'beckettvintagegrading beckettvintage',
  BCCG: 'beckettcollectorsclubgrading',
  CGC: 'certifiedguarantycompany certifiedguaranty cgccards cgctradingcards cgctcg',
  CSG: 'certifiedsportsguaranty',
  SGC: 'sportscardguaranty sportscardguarantycorporation sportscardguarantyllc sportscardguarantycompany',
  TAG: 'taggrading technicalauthenticationgrading technicalauthenticationandgrading',
  ACE: 'acegrading',
  AGS: 'automatedgradingsystems',
  HGA: 'hybridgradingapproach',
  GMA: 'gemmintauthentication gmagrading',
  KSA: 'ksacertification',
  ISA: 'internationalsportsauthentication isagrading',
  MNT: 'mntgrading',
  PCA: 'professionalcardsauthenticator pcagrade pcagrading',
  CCC: 'classiccardscertification',
  GRAAD: 'graadgrading',
  AP: 'apgrading',
  PGS: 'premiergradingservices',
  DCG: 'dcgrading',
  RCG: 'rarecandygrading',
  EGS: '',
  ARS: 'arsgrading',
  WCG: '',
  GSG: '',
  SFG: '',
  FCG: '',
  MGC: '',
  TCG: 'tcggrading',
  GETGRADED: '',
} as const;
export type GradingCompany = keyof typeof companySpellings;
export const gradingCompanies = Object.keys(companySpellings) as [GradingCompany, ...GradingCompany[]];

const letterSetOf = (text: string) =>
  halfWidth(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const byName = new Map(
  gradingCompanies.flatMap((company) =>
    [company.toLowerCase(), ...companySpellings[company].split(' ').filter(Boolean)].map(
      (name) => [name, company] as const,
    ),
  ),
);

/** No company and no grade is written in more characters. */
const longestSpelling = 100;

/**
 * The short name of a company: `psa`, `Professional Sports Authenticator (PSA)` → `PSA`; null for one that is not
 * known.
 */
export function parseGradingCompany(text: string): GradingCompany | null {
  if (text.length > longestSpelling) return null;
  const said = halfWidth(text);
  const inBrackets = /\(([^()]+)\)\s*$/.exec(said)?.[1] ?? '';
  return byName.get(letterSetOf(inBrackets)) ?? byName.get(letterSetOf(said.replace(/\([^()]*\)/g, ''))) ?? null;
}

/** Graders that a search names beside a card. The names of some are also words: these need a grade behind them. */
const inSearches: Partial<Record<Lowercase<GradingCompany> | 'beckett', 'alone' | 'with a grade'>> = {
  psa: 'alone',
  bgs: 'alone',
  beckett: 'with a grade',
  cgc: 'alone',
  sgc: 'alone',
  tag: 'with a grade',
  ace: 'with a grade',
  ags: 'with a grade',
  hga: 'with a grade',
  gma: 'with a grade',
};

/** Whether a lower-case word of a search is a grader. */
export function isGrader(word: string, hasGradeBehind: boolean): boolean {
  const use = ownValue<string | undefined>(inSearches, word);
  return use === 'alone' || (use === 'with a grade' && hasGradeBehind);
}

/** Words on a label that make it another grade than its number alone, with the name under which they are stored. */
export const gradeLabels: readonly (readonly [RegExp, string])[] = [
  [/black\s*label/i, 'Black Label'],
  [/gold\s*label/i, 'Gold Label'],
  [/pristine/i, 'Pristine'],
  [/perfect/i, 'Perfect'],
];

/** Words on a label that say no more than its number does. */
export const plainGradeWords: ReadonlySet<string> = new Set(
  'gem mint mt gemmt gemmint nm nmmt near ex exmt excellent vg vgex very good fair fr pr poor universal'.split(' '),
);

/** The grades that are words: `Authentic` has no number, and the others are more than the number says. */
export const gradeWords = ['Authentic', ...gradeLabels.map(([, label]) => `${label} 10`)] as [string, ...string[]];

const gradeNumber = /(?<![\d.,])(?<!(?:^|\s)[-+])(10|[1-9])(?:[.,]([05])0?)?(?![\d.,]*\d)/;

/** The first separate number from 1 to 10 in halves in a text, and its position; null where there is none. */
export function findGrade(text: string): { grade: number; index: number; length: number } | null {
  const found = gradeNumber.exec(text);
  if (!found) return null;
  const grade = Number(found[1]) + (found[2] === '5' ? 0.5 : 0);
  return grade > 10 ? null : { grade, index: found.index, length: found[0].length };
}

/**
 * A grade as the API, the form and search take it: `9.5`, `10.0`, `9,5`, `GEM MT 10` → a number from 1 to 10 in halves;
 * `Authentic`, `10 Pristine` → one of `gradeWords`. Null for anything else.
 */
export function parseGrade(text: string | number): number | string | null {
  const said = halfWidth(String(text)).trim();
  if (/^auth(entic)?$/i.test(said)) return 'Authentic';
  const found = findGrade(said);
  if (!found || said.length > longestSpelling) return null;
  const words = `${said.slice(0, found.index)} ${said.slice(found.index + found.length)}`;
  const labels = gradeLabels.filter(([pattern]) => pattern.test(words));
  const left = labels
    .reduce((rest, [pattern]) => rest.replace(pattern, ' '), words)
    .toLowerCase()
    .split(/[\s/-]+/)
    .filter((word) => word !== '' && !plainGradeWords.has(word));
  const [label, ...others] = labels;
  if (left.length > 0 || others.length > 0) return null;
  if (!label) return found.grade;
  return found.grade === 10 ? `${label[1]} 10` : null;
}

/** Grades in halves that a company does not give. */
const notGiven: Partial<Record<GradingCompany, (grade: number) => boolean>> = {
  PSA: (grade) => grade === 9.5,
  BCCG: (grade) => !Number.isInteger(grade),
};

/** Whether a company gives this grade; grades in words are the same for every company. */
export const isGradeOf = (company: GradingCompany, grade: number | string): boolean =>
  typeof grade === 'string' || !notGiven[company]?.(grade);
