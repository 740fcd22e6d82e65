/** An advanced search as data that can be stored, compared and sent. */
export type Comparison = ':' | '<' | '<=' | '>' | '>=';

export type SearchTree =
  | { kind: 'and' | 'or'; of: SearchTree[] }
  | { kind: 'not'; of: SearchTree }
  /** A word of the card, or several in a row that stood in quotes. */
  | { kind: 'words'; text: string; isPhrase: boolean }
  /** `key`, compared with any of `values`, each as the key's reader wrote it down. */
  | { kind: 'term'; key: SearchKey; comparison: Comparison; values: string[] };

export type SearchTerm = Extract<SearchTree, { kind: 'term' }>;

/** What the language searches: copies for sale, cards of the catalogue, wanted posts. */
export type SearchPlace = 'listings' | 'cards' | 'wants';

export const searchKeyNames = [
  'game',
  'set',
  'n',
  'name',
  'rarity',
  'year',
  'cond',
  'finish',
  'lang',
  'edition',
  'company',
  'grade',
  'price',
  'seller',
  'listed',
  'is',
] as const;
export type SearchKey = (typeof searchKeyNames)[number];

/** What is wrong with a search, and where: `length` characters from `at`. */
export interface SearchProblem {
  at: number;
  length: number;
  message: string;
}

/** The same search without what makes no difference: lists in lists, and a not of a not. */
export function joined(kind: 'and' | 'or', parts: readonly SearchTree[]): SearchTree {
  const of = parts.flatMap((part) => (part.kind === kind ? part.of : [part]));
  return of.length === 1 ? (of[0] as SearchTree) : { kind, of };
}

export function negated(tree: SearchTree): SearchTree {
  return tree.kind === 'not' ? tree.of : { kind: 'not', of: tree };
}

/**
 * Words that apply to the whole search, and the rest of it: the catalogue searches the words, since it has sets,
 * numbers and misspelt names, and ranks the results. Words within an `or` or a `not` are part of the condition.
 */
export function wordsApart(tree: SearchTree): { words: string | null; rest: SearchTree | null } {
  const parts = tree.kind === 'and' ? tree.of : [tree];
  const words = parts.flatMap((part) => (part.kind === 'words' ? [part.isPhrase ? `"${part.text}"` : part.text] : []));
  const left = parts.filter((part) => part.kind !== 'words');
  return { words: words.join(' ') || null, rest: left.length > 0 ? joined('and', left) : null };
}
