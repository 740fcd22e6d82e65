import type { CardIndex } from '../index/card-index.ts';
import { frequency } from '../lookup.ts';
import { aliasAt } from './aliases.ts';
import { type ParsedQuery, type Token, wordToken } from './parse-query.ts';

const mostReadings = 14;

/**
 * The ways to read a query, as typed first: words written apart that belong together (`mew two`, `op05 119`), together
 * that belong apart (`blueeyes`, `lob001`), and what buyers call by another name (`fow`, `power nine`).
 */
export function readingsOf(index: CardIndex, query: ParsedQuery): Token[][] {
  const typed = withPrintedNumbers(index, query.tokens);
  const readings: Token[][] = [typed];
  const add = (tokens: Token[]) => {
    if (readings.length < mostReadings && tokens.length > 0) readings.push(tokens);
  };
  for (const aliased of withAliases(typed)) add(aliased);
  // An alias may still need its words joined or parted, so these go over all readings found so far.
  for (const tokens of readings.slice(0, 2)) {
    for (let i = 0; i < tokens.length; i++) {
      const joined = joinAt(index, tokens, i);
      if (joined) add([...tokens.slice(0, i), joined, ...tokens.slice(i + 2)]);
      const year = yearAt(tokens[i] as Token);
      if (year) add([...tokens.slice(0, i), year, ...tokens.slice(i + 1)]);
      const parts = partAt(index, tokens[i] as Token);
      if (parts) add([...tokens.slice(0, i), ...parts, ...tokens.slice(i + 1)]);
    }
  }
  return readings;
}

/**
 * In "lob 001" the zeros distinguish LOB-001 from LOB-EN076: digits typed with zeros are the number of the set before
 * them, where a card is printed so.
 */
function withPrintedNumbers(index: CardIndex, tokens: Token[]): Token[] {
  return tokens.map((token, at) => {
    const zeros = token.number?.zeros;
    if (!token.number || !zeros) return token;
    const set = tokens
      .slice(0, at)
      .find((other) => /^[a-z]/.test(other.word) && index.numbers.find(other.word + zeros) >= 0);
    return set ? { ...token, number: { ...token.number, printed: set.word + zeros } } : token;
  });
}

function withAliases(tokens: Token[]): Token[][] {
  const words = tokens.map((token) => token.word);
  let all: Token[][] = [[]];
  let found = false;
  for (let i = 0; i < words.length; ) {
    const alias = aliasAt(words, i);
    if (!alias) {
      for (const reading of all) reading.push(tokens[i] as Token);
      i++;
      continue;
    }
    found = true;
    all = all
      .flatMap((reading) => alias.readings.map((instead) => [...reading, ...instead.map(wordToken)]))
      .slice(0, mostReadings);
    i += alias.length;
  }
  return found ? all : [];
}

/** "86 fleer" is of 1986. */
function yearAt(token: Token): Token | null {
  if (!/^\d{2}$/.test(token.word) || token.number?.total) return null;
  return { word: `${Number(token.word) > 40 ? 19 : 20}${token.word}`, soft: false, number: null };
}

function joinAt(index: CardIndex, tokens: readonly Token[], at: number): Token | null {
  const [first, second] = [tokens[at], tokens[at + 1]];
  if (!first || !second || first.number?.total || second.number?.total) return null;
  const joined = first.word + second.word;
  const isNumber = /\d$/.test(joined) && /[a-z]/.test(joined);
  if (isNumber) {
    // "op05 119": the second part includes the zeros that a number is printed with.
    for (const width of [0, 2, 3, 4]) {
      const key = first.word + second.word.padStart(width, '0');
      if (index.numbers.find(key) >= 0) return { ...wordToken(key), soft: false };
    }
  }
  const id = joined.length >= 5 ? index.words.find(joined) : -1;
  return id >= 0 && frequency(index, id) > 0 ? wordToken(joined) : null;
}

function partAt(index: CardIndex, token: Token): Token[] | null {
  const { word } = token;
  if (token.soft || index.numbers.find(word) >= 0) return null;
  // A number that no card has, or one that a set code begins: "lob-1" is set LOB, number 1.
  const code = /^([a-z]{2,5}\d{0,2}?)(\d{1,4})$/.exec(word);
  if (code) return [wordToken(code[1] as string), wordToken(String(Number(code[2])))];
  if (word.length < 6 || index.words.find(word) >= 0) return null;
  let best: { parts: [string, string]; worth: number } | null = null;
  for (let i = 3; i <= word.length - 3; i++) {
    const [a, b] = [word.slice(0, i), word.slice(i)];
    const [idA, idB] = [index.words.find(a), index.words.find(b)];
    if (idA < 0 || idB < 0) continue;
    const worth = Math.min(frequency(index, idA), frequency(index, idB));
    if (worth > (best?.worth ?? 0)) best = { parts: [a, b], worth };
  }
  return best ? best.parts.map(wordToken) : null;
}
