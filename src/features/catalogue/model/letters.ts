/** Letters that Unicode does not decompose, as keyboards without them write them. */
export const letterSpellings: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ß: 'ss',
  þ: 'th',
  ð: 'd',
  ı: 'i',
};
const spelled = new RegExp(`[${Object.keys(letterSpellings).join('')}]`, 'gu');

/** Lower case without accents and ligatures: `Æther Vial` → `aether vial`, `Séance` → `seance`. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(spelled, (letter) => letterSpellings[letter] ?? letter);
}
