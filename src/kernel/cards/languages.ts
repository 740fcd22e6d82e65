interface LanguageFacts {
  name: string;
  /**
   * Codes and words of card databases, marketplaces, scanners and spreadsheets, and the language's own name: lower case,
   * without accents, spaces and signs.
   */
  spellings: string;
}

/** The one list of languages. `cs` and `ct` are simplified and traditional Chinese on cards and in Archidekt's files. */
const facts = {
  en: { name: 'English', spellings: 'eng us usa uk gb englisch anglais ingles inglese 英語 英语' },
  ja: {
    name: 'Japanese',
    spellings: 'jp jpn jap japan japanisch japonais japones giapponese 日本語 日語 日语 日文 にほんご',
  },
  de: { name: 'German', spellings: 'deu ger gr deutsch allemand aleman tedesco ドイツ語' },
  fr: { name: 'French', spellings: 'fra fre francais franzosisch frances francese フランス語' },
  it: { name: 'Italian', spellings: 'ita italiano italienisch italien イタリア語' },
  es: { name: 'Spanish', spellings: 'sp spa esp espanol castellano spanisch espagnol spagnolo スペイン語' },
  pt: {
    name: 'Portuguese',
    spellings: 'por br pg portugues brazilian brazilianportuguese portugiesisch portugais portoghese ポルトガル語',
  },
  nl: { name: 'Dutch', spellings: 'nld dut nederlands niederlandisch' },
  pl: { name: 'Polish', spellings: 'pol polski polnisch' },
  ru: { name: 'Russian', spellings: 'rus русскии russisch russe ruso russo ロシア語' },
  ko: { name: 'Korean', spellings: 'kr kor korea koreanisch coreen coreano 한국어 韓国語 韩语 韓語' },
  zh: {
    name: 'Chinese (simplified)',
    spellings:
      'cn zhs zhcn zhhans zhsg chs chi zho sc cs ch chinese chineses simplified simplifiedchinese schinese chinesesc chinesecn 中文 简体中文 簡体中文 简中 中国語',
  },
  'zh-hant': {
    name: 'Chinese (traditional)',
    spellings:
      'tw zht zhtw zhhk zhmo cht tc ct traditional traditionalchinese tchinese chinesetc chineset chinesetw hk 繁體中文 繁体中文 繁中 正體中文',
  },
  th: { name: 'Thai', spellings: 'tha thailand ไทย' },
  id: { name: 'Indonesian', spellings: 'ind idn in bahasa bahasaindonesia' },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

export type Language = keyof typeof facts;
export const languages = Object.keys(facts) as [Language, ...Language[]];
export const languageNames = Object.fromEntries(languages.map((code) => [code, facts[code].name])) as Record<
  Language,
  string
>;

const letterSetOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const bySpelling = new Map<string, Language>(
  languages.flatMap((code) =>
    [code, facts[code].name, ...facts[code].spellings.split(' ')].map((word) => [letterSetOf(word), code] as const),
  ),
);

/**
 * Parses a code or a name in common spellings: `en`, `JP`, `zh_TW`, `Traditional Chinese`, `Chinese (S)`, `Portuguese
 * (Brazil)`. Null for an unsupported language.
 */
export function parseLanguage(text: string): Language | null {
  const said = text.trim();
  const whole = bySpelling.get(letterSetOf(said));
  if (whole) return whole;
  // A country behind the language is ignored, except where it distinguishes the two ways of writing Chinese.
  const withoutPlace = said.replace(/\s*\([^()]*\)$|(?<=^[a-z]{2})[-_][a-z]{2}$/i, '');
  const language = withoutPlace === said ? undefined : bySpelling.get(letterSetOf(withoutPlace));
  return language && !language.startsWith('zh') ? language : null;
}
