/**
 * Operators whose values are searched as keywords: the catalogue finds sets and numbers by words better than a filter
 * could. They stay in the address as they were typed, so that the page can say so; a seller only where no member
 * has that name.
 */
const keywordOperator = /(?<!\S)(set|no|seller):("[^"]+"|[^\s"]+)(?=\s|$)/gi;

/** The keywords of a search without advanced operators: `set:"base set" pikachu` → `base set pikachu`. */
export function keywordsOf(q: string): string {
  return q.replace(keywordOperator, (_, _name, value: string) => value.replaceAll('"', ''));
}

/** These operators of a search, each with its value. */
export function keywordOperatorsIn(q: string): { name: string; value: string }[] {
  return [...q.matchAll(keywordOperator)].map(([, name = '', value = '']) => ({
    name: name.toLowerCase(),
    value: value.replaceAll('"', ''),
  }));
}
