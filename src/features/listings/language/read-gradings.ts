import { isGrader, parseGradingCompany, plainGradeWords } from '#features/catalogue/words.ts';
import type { BrowseQuery } from '../components/browse/browse-address.ts';

/** Quoted text is one piece, so that `"psa 10"` stays a phrase. */
const pieces = /(?:"[^"]*"|[^\s"])+|"/g;
const companyPiece = /^([a-z]+)(?:-?(\d[\d.,]*))?$/i;
const gradePiece = /^(?:10|[1-9](?:[.,]5)?)$/;

/**
 * Gradings in a search as filters: `psa 10`, `PSA10`, `bgs gem mint 9,5`, and `psa` alone. Null where there are none.
 */
export function readGradings(q: string): { filters: Partial<BrowseQuery>; words: string } | null {
  const all = q.match(pieces) ?? [];
  const words: string[] = [];
  const companies = new Set<string>();
  const grades = new Set<string>();
  for (let at = 0; at < all.length; at++) {
    const piece = all[at] as string;
    const [, name = '', attached] = companyPiece.exec(piece) ?? [];
    const gradeAt = attached === undefined ? gradeAfter(all, at + 1) : at;
    const typed = attached ?? all[gradeAt ?? -1];
    const grade = typed !== undefined && gradePiece.test(typed) ? typed.replace(',', '.') : null;
    const company = isGrader(name.toLowerCase(), grade !== null) ? parseGradingCompany(name) : null;
    if (!company || (attached !== undefined && grade === null)) {
      words.push(piece);
      continue;
    }
    companies.add(company);
    if (grade === null) continue;
    grades.add(grade);
    at = gradeAt ?? at;
  }
  if (companies.size === 0) return null;
  return {
    filters: { company: [...companies], ...(grades.size > 0 && { grade: [...grades] }) },
    words: words.join(' '),
  };
}

/** Where a grade is from a place on, after words that say the same as its number: `gem mint 10`. */
function gradeAfter(all: readonly string[], from: number): number | null {
  let at = from;
  while (plainGradeWords.has(all[at]?.toLowerCase() ?? '')) at++;
  return gradePiece.test(all[at] ?? '') ? at : null;
}
