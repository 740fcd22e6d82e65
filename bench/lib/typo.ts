/**
 * The query with one letter omitted, doubled, swapped or wrong in its longest word, the same in each run; null without
 * a word of five letters.
 */
export function mistyped(query: string): string | null {
  const word = query
    .split(' ')
    .filter((part) => /^[a-z]{5,}$/.test(part))
    .sort((a, b) => b.length - a.length)[0];
  if (!word) return null;
  const seed = [...query].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  // People get the first letter right.
  const at = 1 + (seed % (word.length - 2));
  const [before, letter, after] = [word.slice(0, at), word[at] as string, word.slice(at + 1)];
  const kinds = [
    `${before}${after}`,
    `${before}${letter}${letter}${after}`,
    `${before}${after[0]}${letter}${after.slice(1)}`,
    `${before}x${after}`,
  ];
  const wrong = kinds[(seed >>> 3) % kinds.length] as string;
  return wrong === word ? query.replace(word, kinds[0] as string) : query.replace(word, wrong);
}
