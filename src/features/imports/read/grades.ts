import {
  findGrade,
  type GradingCompany,
  gradeLabels,
  isGradeOf,
  parseGradingCompany,
  plainGradeWords,
} from '#features/catalogue/words.ts';
import { halfWidth } from '#kernel/text/half-width.ts';
import type { Note } from '../model/note.texts.ts';
import { shortened } from './row-values.ts';

export interface GradeSaid {
  grading: { company: string; grade: string; certificate?: string } | null;
  /** Words of the label that make it another grade than its number: `Black Label`, `Pristine`. Buyers see them. */
  label: string | null;
  /** What could not be read. */
  note?: Note;
}

/** Words of labels that add nothing to their number. */
const plainLabel = new Set([
  ...plainGradeWords,
  ...'grade graded grading service services label auth authentic'.split(' '),
]);
const ungraded = /^(ungraded|un-graded|not graded|raw|none|no|n\/?a|null|false|0|-|–|—)$/i;
const mostCompany = 20;

/** eBay's ids of the four largest grading companies, and of grades: 275020 is 10, each next one half a grade less. */
const ebayCompanies: Readonly<Record<string, GradingCompany>> = {
  275010: 'PSA',
  275013: 'BGS',
  275015: 'CGC',
  275016: 'SGC',
};
const ebayGrade = (code: string) => {
  const step = Number(/^27502(\d)$/.exec(code)?.[1] ?? Number.NaN);
  return Number.isNaN(step) ? code : String(10 - step / 2);
};

/**
 * Reads a grade: company, number and label in one cell (`PSA 10.0 GEM - MT`), or in columns of their own. A graded copy
 * is never read as ungraded.
 */
export function readGrade({
  grade: cell,
  grader: by,
  certificate,
}: {
  grade: string;
  grader: string;
  certificate: string;
}): GradeSaid {
  const said = ebayGrade(halfWidth(cell).trim());
  const grader = ebayCompanies[by.trim()] ?? halfWidth(by).trim();
  const isRaw = said === '' || ungraded.test(said);
  if (isRaw && (grader === '' || ungraded.test(grader) || /^(raw|ungraded)/i.test(grader)))
    return { grading: null, label: null };
  if (isRaw) return unread({ code: 'grade_missing', params: { value: shortened(grader) } });
  const { before, number, behind } = partsOf(said);
  const named = [before, grader, behind].map((text) => text.trim()).filter(Boolean);
  const company = named.map(parseGradingCompany).find((known) => known !== null) ?? companyWithin(said);
  if (number === null) return unread({ code: 'grade_unknown', params: { value: shortened(said) } });
  if (company !== null && !isGradeOf(company, Number(number) || number))
    return unread({ code: 'grade_of_no_company', params: { company, grade: number } });
  const own = company ?? grader.toUpperCase().slice(0, mostCompany);
  if (own === '') return unread({ code: 'grader_missing', params: { value: shortened(said) } });
  const grading = { company: own, grade: number, ...(certificate !== '' && { certificate: certificate.slice(0, 40) }) };
  const labels = gradeLabels.filter(([pattern]) => pattern.test(said)).map(([, name]) => name);
  const label = labels.length > 0 ? labels.join(', ') : null;
  if (company === null)
    return { grading, label, note: { code: 'grader_unknown', params: { value: shortened(grader || said) } } };
  return isAllRead(said)
    ? { grading, label }
    : { grading, label, note: { code: 'grade_read', params: { value: shortened(said), company, grade: number } } };
}

const unread = (note: Note): GradeSaid => ({ grading: null, label: null, note });

/** The first separate number from 1 to 10 in halves, and the text around it; `Authentic` is a grade without one. */
function partsOf(said: string): { before: string; number: string | null; behind: string } {
  const found = findGrade(said);
  if (found)
    return {
      before: said.slice(0, found.index),
      number: String(found.grade),
      behind: said.slice(found.index + found.length),
    };
  const words = /\bauth(entic)?\b/i.exec(said);
  if (!words) return { before: said, number: null, behind: '' };
  return { before: said.slice(0, words.index), number: 'Authentic', behind: said.slice(words.index + words[0].length) };
}

const companyWithin = (said: string) =>
  said
    .split(/[^\p{L}]+/u)
    .map(parseGradingCompany)
    .find((company) => company !== null) ?? null;

/** Whether the cell has only company, number and words that a label of that number has. */
function isAllRead(said: string): boolean {
  const left = gradeLabels
    .reduce((text, [pattern]) => text.replace(pattern, ' '), said)
    .toLowerCase()
    .replace(/\([^()]*\)/g, (bracket) => (parseGradingCompany(bracket) === null ? bracket : ' '))
    .replace(/(10|[1-9])([.,][05]0?)?/, ' ')
    .split(/[\s:#+/&-]+/)
    .filter((word) => word !== '' && !plainLabel.has(word));
  const rest = left.join(' ');
  return rest === '' || (!/[()]/.test(rest) && parseGradingCompany(rest) !== null);
}
