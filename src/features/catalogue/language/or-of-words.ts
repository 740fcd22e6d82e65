import { keyOf } from './search-keys.ts';

const pieces = /"[^"]*"|\S+/g;
const term = /^-?([a-z]+)[:=<>]/i;
/** Not a plain word: an operator, an exclusion, a bracket, a single sign. */
const isBound = (piece: string) => /^[-(<>=]|[()]/.test(piece) || keyOf(term.exec(piece)?.[1] ?? '') !== null;

/**
 * Puts words with an `or` between them in brackets, as the search language requires: `pikachu or charizard lang:de` →
 * `(pikachu or charizard) lang:de`. Null where no `or` is between plain words, or where the words have brackets
 * already. Words beside the `or` belong to its side: `dark magician or kuriboh`.
 */
export function bracketedOr(q: string): string | null {
  const all = q.match(pieces) ?? [];
  const or = all.findIndex(
    (piece, at) => /^or$/i.test(piece) && all[at - 1] !== undefined && all[at + 1] !== undefined,
  );
  if (or < 0 || /[()]|[<>=]\s|\s[<>=]/.test(q)) return null;
  let [first, last] = [or, or];
  while (all[first - 1] !== undefined && !isBound(all[first - 1] as string)) first--;
  while (all[last + 1] !== undefined && !isBound(all[last + 1] as string)) last++;
  const words = all.slice(first, last + 1);
  if (/^or$/i.test(words[0] as string) || /^or$/i.test(words.at(-1) as string)) return null;
  return [...all.slice(0, first), `(${words.join(' ')})`, ...all.slice(last + 1)].join(' ');
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether words are, hold or begin the name of a card: `fact or fict`, `fact or fiction foil`. */
export function holdsName(words: string, names: readonly string[]): boolean {
  const typed = plain(words);
  return names.map(plain).some((name) => name.startsWith(typed) || ` ${typed} `.includes(` ${name} `));
}
