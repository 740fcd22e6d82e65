import {
  type Comparison,
  parseSearch,
  printSearch,
  type SearchKey,
  type SearchTree,
  searchKeys,
} from '#features/catalogue/language.ts';
import { isAdvanced } from './is-advanced.ts';
import { keywordsOf } from './keyword-operators.ts';
import { readOperators } from './operators.ts';

interface FormField {
  name: string;
  key: SearchKey;
  comparison: Comparison;
}

/** A field of the form for each common criterion; the others stay text of the language. */
export const formFields = [
  { name: 'game', key: 'game', comparison: ':' },
  { name: 'name', key: 'name', comparison: ':' },
  { name: 'set', key: 'set', comparison: ':' },
  { name: 'n', key: 'n', comparison: ':' },
  { name: 'rarity', key: 'rarity', comparison: ':' },
  { name: 'cond', key: 'cond', comparison: '>=' },
  { name: 'finish', key: 'finish', comparison: ':' },
  { name: 'lang', key: 'lang', comparison: ':' },
  { name: 'edition', key: 'edition', comparison: ':' },
  { name: 'over', key: 'price', comparison: '>' },
  { name: 'under', key: 'price', comparison: '<' },
  { name: 'company', key: 'company', comparison: ':' },
  { name: 'grade', key: 'grade', comparison: '>=' },
  { name: 'from', key: 'year', comparison: '>=' },
  { name: 'to', key: 'year', comparison: '<=' },
  { name: 'seller', key: 'seller', comparison: ':' },
  { name: 'listed', key: 'listed', comparison: '<' },
  { name: 'is', key: 'is', comparison: ':' },
] as const satisfies readonly FormField[];

export type FormName = (typeof formFields)[number]['name'] | 'words';
/** The values of the fields; an empty one is no criterion. */
export type SearchFields = Record<FormName, string>;

const names: readonly FormName[] = ['words', ...formFields.map(({ name }) => name)];
export const noFields = Object.fromEntries(names.map((name) => [name, ''])) as SearchFields;

/**
 * A search in the fields of the form: what one field says goes there, the rest of it is words. A search that can't be
 * read is words as it was typed.
 */
export function fieldsOf(q: string): SearchFields {
  const fields = { ...noFields };
  // Plain words stay as they were typed: free search reads their signs in its own way.
  const hasOperators = isAdvanced(q) || readOperators(q) !== null || keywordsOf(q) !== q;
  const { tree } = hasOperators ? parseSearch(q) : { tree: null };
  if (!tree) return { ...fields, words: q.trim() };
  const left: SearchTree[] = [];
  for (const part of tree.kind === 'and' ? tree.of : [tree]) {
    const field = formFields.find(
      ({ name, key, comparison }) =>
        part.kind === 'term' && part.key === key && part.comparison === comparison && fields[name] === '',
    );
    if (field && part.kind === 'term' && part.values.length === 1) fields[field.name] = part.values[0] ?? '';
    else left.push(part);
  }
  return {
    ...fields,
    words:
      left.length === 0 ? '' : printSearch(left.length === 1 ? (left[0] as SearchTree) : { kind: 'and', of: left }),
  };
}

export type WrittenSearch = { q: string; errors: null } | { q: null; errors: Partial<Record<FormName, string>> };

/** The search that the fields ask for, or what is wrong with which of them. */
export function searchOf(fields: SearchFields): WrittenSearch {
  const errors: Partial<Record<FormName, string>> = {};
  const terms: SearchTree[] = [];
  for (const { name, key, comparison } of formFields) {
    // A value of the form is one value: the sign that ends it in the language can't be part of it.
    const typed = fields[name].replaceAll('"', ' ').trim();
    if (typed === '') continue;
    const value = searchKeys[key].read(typed);
    if (value === null) errors[name] = `“${typed}” isn’t a valid value. ${searchKeys[key].allowed}`;
    else terms.push({ kind: 'term', key, comparison, values: [value] });
  }
  const words = fields.words.trim();
  const isBeside = formFields.some(({ name }) => fields[name].trim() !== '');
  // Beside a field the words are read as the language has them: without its brackets an or would take the field for one
  // of its sides.
  const read = words !== '' && (isBeside || isAdvanced(words)) ? parseSearch(words) : null;
  if (read?.problem) errors.words = read.problem.message;
  if (Object.keys(errors).length > 0) return { q: null, errors };
  const said = read?.tree?.kind === 'or' && isBeside ? `(${words})` : words;
  const q = [said, ...terms.map(printSearch)].filter(Boolean).join(' ');
  const problem = isBeside ? parseSearch(q).problem : null;
  return problem ? { q: null, errors: { words: problem.message } } : { q, errors: null };
}
