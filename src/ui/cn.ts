/** The size of the cache (LI-10): the app's pages have a few hundred class names. */
export const maxCachedClassNames = 500;

/**
 * Utilities of which only one can apply under the same conditions (`sm:`): spaces, gaps, sizes, corners. Other classes
 * do not override each other.
 */
const sets = /^(.*:)?-?([mp][xytrbl]?|gap(?:-[xy])?|(?:min-|max-)?[wh]|size|rounded|leading)-/;

/** Of classes that set the same, the last one, in its position; of the same class, one. */
function merge(names: string): string {
  const seen = new Set(['']);
  const isLast = (name: string) => {
    const [, when = '', what = name] = sets.exec(name) ?? [];
    return seen.size < seen.add(when + what).size;
  };
  return names.split(' ').reverse().filter(isLast).reverse().join(' ');
}

/** `twMerge` with an LRU cache of its results. */
export function withCache(work: (text: string) => string, most = maxCachedClassNames): (text: string) => string {
  const cache = new Map<string, string>();
  return (text) => {
    const answer = cache.get(text) ?? work(text);
    // Reinserted at the end: a Map's first entry is the least recently used.
    cache.delete(text);
    cache.set(text, answer);
    if (cache.size > most) cache.delete(String(cache.keys().next().value));
    return answer;
  };
}

const merged = withCache(merge);

/** The class names that hold, for `className`: a component's own first, then what its caller gives, which wins. */
export function cn(...names: readonly (string | false | null | undefined)[]): string {
  return merged(names.filter(Boolean).join(' '));
}
