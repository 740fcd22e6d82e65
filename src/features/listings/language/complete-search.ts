import { keyOf, searchKeyNames, searchKeys } from '#features/catalogue/language.ts';

/** How the search that is being typed may go on. */
export interface Completion {
  /** The whole text of the box with it. */
  q: string;
  /** The key or the value alone. */
  shown: string;
  what: string;
}

const most = 8;
const lastTerm = /(?:^|[\s(])-?([a-z]+)(?:[:=]|\s?[<>]=?\s?)((?:[^\s"(),]*,)*)([^\s"(),<>=]*)$/i;
const lastWord = /(?:^|[\s(])-?([a-z]{2,})$/i;
const anyTerm = /(?:^|[\s(])-?([a-z]+)(?:[:=]|\s?[<>])/i;

/**
 * Values of a key that has a list of them; and keys, once the search has one already: until then a word that begins as
 * a key is the beginning of a card's name. None where what is typed is whole.
 */
export function completionsOf(text: string): Completion[] {
  const [, spelling = '', before = '', value = ''] = lastTerm.exec(text) ?? [];
  const key = keyOf(spelling);
  if (key) {
    const { values = [] } = searchKeys[key];
    const typed = value.toLowerCase();
    const used = before.toLowerCase().split(',');
    const fitting = values.filter((each) => each.startsWith(typed) && !used.includes(each));
    if (fitting.length === 1 && fitting[0] === typed) return [];
    return fitting
      .slice(0, most)
      .map((shown) => ({ q: text.slice(0, text.length - value.length) + shown, shown, what: searchKeys[key].what }));
  }
  const [, word = ''] = lastWord.exec(text) ?? [];
  const earlier = anyTerm.exec(text);
  if (word === '' || !earlier || !keyOf(earlier[1] ?? '')) return [];
  return searchKeyNames
    .filter((name) => name.startsWith(word.toLowerCase()))
    .map((name) => ({
      q: `${text.slice(0, text.length - word.length)}${name}:`,
      shown: `${name}:`,
      what: searchKeys[name].what,
    }));
}
