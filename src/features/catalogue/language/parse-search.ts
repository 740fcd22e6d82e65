import { NotASearch, type Piece, piecesOf, stop } from './search-pieces.ts';
import { joined, negated, type SearchPlace, type SearchProblem, type SearchTree } from './search-tree.ts';

export const searchLimits = { text: 200, depth: 8, leaves: 30 } as const;

export type ParsedSearch = { tree: SearchTree; problem: null } | { tree: null; problem: SearchProblem };

/**
 * Reads the search language, of the keys that can be said of `place`:
 *
 *     either = all { "or" all }
 *     all    = one { [ "and" ] one }
 *     one    = ( "-" | "not" ) one | "(" either ")" | "phrase" | key sign values | word
 */
export function parseSearch(text: string, place: SearchPlace = 'listings'): ParsedSearch {
  try {
    if (text.length > searchLimits.text)
      stop(searchLimits.text, text.length - searchLimits.text, `Enter at most ${searchLimits.text} characters.`);
    return { tree: read(piecesOf(text, place), text.length), problem: null };
  } catch (error) {
    if (error instanceof NotASearch) return { tree: null, problem: error.problem };
    throw error;
  }
}

function read(pieces: readonly Piece[], end: number): SearchTree {
  let next = 0;
  let leaves = 0;
  const here = () => pieces[next];
  const isHere = (...kinds: Piece['kind'][]) => kinds.includes(here()?.kind as Piece['kind']);

  const either = (depth: number): SearchTree => {
    const parts = [all(depth)];
    while (isHere('or')) {
      next++;
      parts.push(all(depth));
    }
    return joined('or', parts);
  };
  const all = (depth: number): SearchTree => {
    const parts = [one(depth)];
    while (here() && !isHere('or', ')')) {
      if (isHere('and')) next++;
      parts.push(one(depth));
    }
    return joined('and', parts);
  };
  const one = (depth: number): SearchTree => {
    const piece = here();
    if (!piece) {
      const before = pieces[next - 1];
      return before
        ? stop(before.at, before.length, 'Enter keywords after this.')
        : stop(0, end, 'Enter keywords or a search operator.');
    }
    if (depth > searchLimits.depth)
      return stop(piece.at, piece.length, `Nest brackets at most ${searchLimits.depth} levels deep.`);
    next++;
    switch (piece.kind) {
      case 'not':
        return negated(one(depth + 1));
      case '(':
        return inBrackets(piece, depth);
      case 'leaf':
        if (++leaves > searchLimits.leaves)
          stop(piece.at, piece.length, `Enter at most ${searchLimits.leaves} keywords and search operators.`);
        return piece.tree;
      case ')':
        return stop(
          piece.at,
          1,
          pieces[next - 2]?.kind === '('
            ? 'Enter keywords between these brackets.'
            : 'Remove this bracket or add the opening one.',
        );
      default:
        return stop(
          piece.at,
          piece.length,
          `Enter keywords before “${piece.kind}”. To search for the word itself, put it in quotation marks.`,
        );
    }
  };
  const inBrackets = (open: Piece, depth: number): SearchTree => {
    const inside = either(depth + 1);
    if (!isHere(')')) stop(open.at, 1, 'Close this bracket with a ).');
    next++;
    return inside;
  };

  const tree = either(0);
  const left = here();
  return left ? stop(left.at, left.length, 'Remove this bracket or add the opening one.') : tree;
}
