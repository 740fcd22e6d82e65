/**
 * A query as a hurried hand types it: one letter left out, doubled, swapped or hit beside in its longest word. Which of
 * them follows from the query, so that every run asks the same. Null when no word is long enough to survive it.
 */
export function mistyped(query: string): string | null {
  const word = query
    .split(' ')
    .filter((part) => /^[a-z]{5,}$/.test(part))
    .sort((a, b) => b.length - a.length)[0];
  if (!word) return null;
  const seed = [...query].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  // The first letter stays: it is the one that people get right.
  const at = 1 + (seed % (word.length - 2));
  const [before, letter, after] = [word.slice(0, at), word[at] as string, word.slice(at + 1)];
  const kinds = [
    `${before}${after}`,
    `${before}${letter}${letter}${after}`,
    `${before}${after[0]}${letter}${after.slice(1)}`,
    `${before}${besides[letter] ?? 'x'}${after}`,
  ];
  const wrong = kinds[(seed >>> 3) % kinds.length] as string;
  return wrong === word ? query.replace(word, kinds[0] as string) : query.replace(word, wrong);
}

/** The key to the right of each on the commonest keyboard. */
const besides: Record<string, string> = Object.fromEntries(
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap((row) =>
    [...row].map((key, i) => [key, row[i + 1] ?? (row[i - 1] as string)]),
  ),
);
