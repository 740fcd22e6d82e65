import { keyOf, nearestKey, placeNames, searchKeys } from './search-keys.ts';
import type { Comparison, SearchKey, SearchPlace, SearchProblem, SearchTree } from './search-tree.ts';

/** A search cut into what the grammar is made of, each with its place. */
export type Piece = { at: number; length: number } & (
  | { kind: '(' | ')' | 'or' | 'and' | 'not' }
  | { kind: 'leaf'; tree: Extract<SearchTree, { kind: 'words' | 'term' }> }
);

/** Thrown by the parser alone, and caught by it. */
export class NotASearch extends Error {
  readonly problem: SearchProblem;
  constructor(problem: SearchProblem) {
    super(problem.message);
    this.problem = problem;
  }
}
export function stop(at: number, length: number, message: string): never {
  throw new NotASearch({ at, length, message });
}

/** A colon needs its value at once, so that `Ratchet: Rescue` stays words; around `<` and `>` people write spaces. */
const keyAndSign = /([a-z]+)(?:([:=])(?=[^\s()])|\s*(<=|>=|<|>)\s*)/iy;
const emptyTerm = /([a-z]+)[:=](?=[\s()]|$)/iy;
const bareValue = /[^\s"(),]+/y;
const orBetterValue = /([^\s"(),+]+)\+(?=[\s)]|$)/y;
const bareWord = /[^\s"()]+/y;
const operators: Readonly<Record<string, 'or' | 'and' | 'not'>> = { or: 'or', and: 'and', not: 'not' };
const mostValues = 20;

export function piecesOf(text: string, place: SearchPlace): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const quoted = (): string => {
    const end = text.indexOf('"', at + 1);
    if (end < 0) stop(at, 1, 'Close this quotation mark with a second one.');
    const inside = text
      .slice(at + 1, end)
      .trim()
      .replace(/\s+/g, ' ');
    if (inside === '') stop(at, end + 1 - at, 'Enter keywords between these quotation marks.');
    at = end + 1;
    return inside;
  };
  // What is compared is one value, so its comma is a decimal one.
  const values = (key: SearchKey, start: number, isCompared: boolean): string[] => {
    const { read, allowed, example } = searchKeys[key];
    const found: string[] = [];
    do {
      if (text[at] === ',') at++;
      const from = at;
      const typed = text[at] === '"' ? quoted() : match(isCompared ? bareWord : bareValue)?.[0];
      if (typed === undefined)
        stop(start, from - start, `Enter a value without a space before it, for example ${example}.`);
      if (text[from] !== '"') at += typed.length;
      const value = read(typed);
      if (value === null) stop(from, at - from, `“${typed}” isn’t a valid value. ${allowed}`);
      if (!found.includes(value)) found.push(value);
      if (found.length > mostValues)
        stop(from, at - from, `Enter at most ${mostValues} values for one search operator.`);
    } while (text[at] === ',');
    return found;
  };
  const term = (): Piece | null => {
    const from = at;
    const bare = match(emptyTerm);
    const bareKey = bare && keyOf(bare[1] as string);
    if (bare && bareKey)
      stop(from, bare[0].length, `Enter a value after “${bare[0]}”, for example ${searchKeys[bareKey].example}.`);
    const head = match(keyAndSign);
    if (!head) return null;
    const [whole, spelling = '', colon, sign] = head;
    const key = keyOf(spelling);
    if (!key) {
      const meant = nearestKey(spelling);
      const instead = meant ? `Did you mean “${meant}”?` : 'To search for these words, put them in quotation marks.';
      stop(from, spelling.length, `“${spelling}” isn’t a search operator. ${instead}`);
    }
    const { compares, example, of } = searchKeys[key];
    if (!of.includes(place))
      stop(
        from,
        spelling.length,
        `“${spelling}” works in searches for ${placeNames[of[0] as SearchPlace]}, not ${placeNames[place]}.`,
      );
    if (sign && !compares)
      stop(
        from,
        whole.trimEnd().length,
        `“${spelling}” doesn’t work with ${sign}. Use a colon, for example ${example}.`,
      );
    at += whole.length;
    // As the filter is typed: `cond:nm+` is that or better.
    const conditionsAtLeast = key === 'cond' && colon ? match(orBetterValue) : null;
    const lowest = conditionsAtLeast && searchKeys.cond.read(conditionsAtLeast[1] as string);
    if (conditionsAtLeast && lowest && lowest !== 'unknown') {
      at += conditionsAtLeast[0].length;
      return {
        kind: 'leaf',
        at: from,
        length: at - from,
        tree: { kind: 'term', key, comparison: '>=', values: [lowest] },
      };
    }
    const found = values(key, from, sign !== undefined);
    const comparison = (colon ? ':' : sign) as Comparison;
    if (comparison !== ':' && found.length > 1)
      stop(from, at - from, `Enter only one value after “${spelling}${comparison}”.`);
    if (key === 'listed' && comparison === ':')
      stop(from, at - from, 'Use listed<7d for newer listings or listed>7d for older ones.');
    if (key === 'cond' && comparison !== ':' && found[0] === 'unknown')
      stop(from, at - from, 'Use cond:unknown. An unknown condition can’t be compared.');
    return { kind: 'leaf', at: from, length: at - from, tree: { kind: 'term', key, comparison, values: found } };
  };
  const word = (): Piece | null => {
    const from = at;
    const typed = match(bareWord)?.[0] ?? '';
    at += typed.length;
    const bare = typed.replace(/[:,]+$/, '');
    const operator = operators[bare.toLowerCase()];
    if (operator) return { kind: operator, at: from, length: typed.length };
    const lost = typed.search(/[<>=]/);
    if (lost >= 0) stop(from + lost, 1, `Enter a search operator before “${typed[lost]}”, for example price<50.`);
    // A lone sign between words means nothing, as everywhere.
    if (!/[\p{L}\p{N}\p{S}]/u.test(bare)) return null;
    return { kind: 'leaf', at: from, length: typed.length, tree: { kind: 'words', text: bare, isPhrase: false } };
  };
  const phrase = (): Piece => {
    const from = at;
    const inside = quoted();
    return { kind: 'leaf', at: from, length: at - from, tree: { kind: 'words', text: inside, isPhrase: true } };
  };

  while (at < text.length) {
    const sign = text[at] as string;
    if (/\s/.test(sign)) at++;
    else if (sign === '(' || sign === ')') pieces.push({ kind: sign, at: at++, length: 1 });
    else if (sign === '"') pieces.push(phrase());
    else if (sign === '-' && /\S/.test(text[at + 1] ?? ' ')) pieces.push({ kind: 'not', at: at++, length: 1 });
    else {
      const piece = term() ?? word();
      if (piece) pieces.push(piece);
    }
  }
  return pieces;
}
