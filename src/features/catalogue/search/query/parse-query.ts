import { isGrader } from '../../model/grading.ts';
import { foldText, numberDigits, numberKey, plainNumber, queryWords } from './words.ts';

/** One thing that a query says. */
export interface Token {
  /** As a word of the vocabulary. */
  word: string;
  /** Said of a copy or a kind of printing rather than of the card itself: helps the order, is never required. */
  soft: boolean;
  /** What it means as a collector number, if it can be one. */
  number: NumberToken | null;
}

export interface NumberToken {
  /** `lob001` for LOB-001, `4` for 4/102. */
  key: string;
  /** Letters and digits: it names one card, where bare digits are one card of each set. */
  isCode: boolean;
  digits: number;
  /** The number after the slash. */
  total: number | null;
  /** The digits with the zeros that were typed before them: `001`. A set said before them may print them so. */
  zeros?: string;
  /** Set and digits as some card prints them: `lob001` for `lob 001`. */
  printed?: string;
}

export interface ParsedQuery {
  tokens: Token[];
  /** Words that say nothing about which card is meant: grades, condition, what a lot is. */
  dropped: string[];
}

const maxLength = 200;
const maxTokens = 12;

const grade = /^(10|[1-9](\.5)?)$/;

/** Never about which card: the state of a copy, its packing, the seller's praise. */
const noise = wordSet(`
  nm lp mp hp nmmt exmt near lightly heavily moderately played damaged poor excellent condition raw slab slabbed graded grade ungraded gem pristine
  lot lots bulk playset sealed booster boxes packs etb english japanese german french italian spanish korean chinese card cards tcg ccg vintage
  authentic look wow hot single singles label`);
/** About a kind of printing, or a word that is also noise: it helps the order and is never required. */
const soft = wordSet(`
  holo holofoil holographic foil foils nonfoil non reverse normal 1st first 2nd edition ed unlimited limited shadowless rare rares secret ultra super
  common commons uncommon mythic legendary enchanted epic iconic promo promos full alt alternate alternative art arts illustration special hyper rainbow
  textless borderless showcase extended etched parallel manga starlight ghost ultimate quarter century prismatic platinum collectors short print leader
  error errors variant rookie rookies auto relic patch jersey refractor prizm numbered cold pokeball masterball cosmos stamped staff
  prerelease textured embossed serialized set tin collection trainer box pack deck mint elite bundle pop case dmg symbol no gold with from`);

/** A query as tokens. Takes anything: signs, emoji, control characters and the overlong are cut to words. */
export function parseQuery(query: string): ParsedQuery {
  const chunks = foldText(query.slice(0, maxLength))
    .split(' ')
    .filter((chunk) => /[\p{L}\p{N}]/u.test(chunk));
  const tokens: Token[] = [];
  const dropped: string[] = [];
  for (let i = 0; i < chunks.length && tokens.length < maxTokens; i++) {
    const chunk = (chunks[i] as string).replace(/^[^\p{L}\p{N}/]+|[^\p{L}\p{N}]+$/gu, '');
    if (chunks.length > 1 && isGrader(chunk, isGrade(chunks, i + 1))) {
      dropped.push(chunk);
      if (isGrade(chunks, i + 1)) dropped.push(chunks[++i] as string);
      continue;
    }
    for (const token of tokensOf(chunk)) {
      if (tokens.length < maxTokens && !tokens.some((other) => other.word === token.word)) tokens.push(token);
    }
  }
  const said = withoutNoise(tokens);
  return { tokens: said.tokens, dropped: [...dropped, ...said.dropped] };
}

function isGrade(chunks: readonly string[], at: number): boolean {
  return grade.test(chunks[at] ?? '');
}

function withoutNoise(tokens: Token[]): { tokens: Token[]; dropped: string[] } {
  const significant = tokens.filter((token) => !noise.has(token.word));
  // A query of nothing but noise is meant by it.
  if (significant.length === 0) return { tokens, dropped: [] };
  return {
    tokens: significant,
    dropped: tokens.filter((token) => !significant.includes(token)).map((token) => token.word),
  };
}

function tokensOf(chunk: string): Token[] {
  const fraction = /^(?:no\.?|#)?([a-z]{0,5}\d{1,4}[a-z]?)\/([a-z]{0,5})(\d{1,4})$/.exec(chunk);
  if (fraction) {
    const key = plainNumber(fraction[1] as string);
    return [{ word: key, soft: false, number: numberToken(key, Number(fraction[3])) }];
  }
  // "/99" is the print run of a numbered card.
  const run = /^\/(\d{1,5})$/.exec(chunk);
  if (run) return [{ word: `run${Number(run[1])}`, soft: true, number: null }];
  // LOB-001, SDK-E001, GRN-1, OP05-119: letters, a hyphen and digits are one number.
  const code = /^([a-z]{1,5}\d{0,3})-([a-z]{0,3}\d{1,4}[a-z]?)$/.exec(chunk);
  if (code && /[a-z]{2}|\d/.test(code[1] as string)) {
    const key = plainNumber(numberKey(chunk));
    return [{ word: key, soft: false, number: numberToken(key, null) }];
  }
  if (!/^[\x20-\x7e]*$/.test(chunk)) return queryWords(chunk).map(wordToken);
  return chunk
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map((part) => withZeros(wordToken(plainNumber(part)), part));
}

function withZeros(token: Token, typed: string): Token {
  return token.number && token.word !== typed ? { ...token, number: { ...token.number, zeros: typed } } : token;
}

function numberToken(key: string, total: number | null): NumberToken {
  return { key, isCode: /[a-z]/.test(key), digits: numberDigits(key), total };
}

export function wordToken(word: string): Token {
  const number = /\d/.test(word) && word.length <= 12 ? numberToken(word, null) : null;
  return { word, soft: soft.has(word), number };
}

function wordSet(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/));
}
