import { type Condition, conditions, priceRank } from '#features/listings/contract.ts';
import type { MatchableListing } from '#features/listings/index.server.ts';
import type { Money } from '#kernel/numbers/money.ts';

/** What a want asks of a copy. What may be any is null. */
export interface WantCriteria {
  ownerId: string;
  game: string;
  card: { id: string; name: string } | null;
  /** Of a card: another printing of the same name will do. */
  anyPrinting: boolean;
  /** Of a want in words: all of them stand in the listing. */
  words: readonly string[];
  lowestCondition: string | null;
  language: string | null;
  finish: string | null;
  highestPrice: Money | null;
  /** Whether the highest price counts the post to its owner. */
  withPostage: boolean;
}

/** A copy without its price, as it is compared. */
export type Copy = Pick<
  MatchableListing,
  'sellerId' | 'cardId' | 'game' | 'name' | 'words' | 'condition' | 'finish' | 'language'
>;

/** Whether it is the thing that is looked for, whatever it costs. */
export function isSought(want: WantCriteria, copy: Copy): boolean {
  if (copy.sellerId === want.ownerId || copy.game !== want.game) return false;
  if (!isPrinting(want, copy)) return false;
  if (want.language !== null && copy.language !== want.language) return false;
  if (want.finish !== null && copy.finish !== want.finish) return false;
  return conditionsFrom(want.lowestCondition)?.includes(copy.condition) ?? true;
}

/** Whether a copy at this price, with this post to whoever wants it, is what they look for. */
export function meets(want: WantCriteria, copy: Copy & { price: Money }, postage: Money): boolean {
  if (!isSought(want, copy)) return false;
  const { highestPrice, withPostage } = want;
  return highestPrice === null || isAtMost(copy.price, withPostage ? postage : null, highestPrice);
}

function isPrinting({ card, anyPrinting, words }: WantCriteria, copy: Copy): boolean {
  if (card === null) return words.length > 0 && words.every((word) => copy.words.includes(word));
  if (copy.cardId === card.id) return true;
  return anyPrinting && copy.cardId !== null && copy.name === card.name;
}

/** In one currency to the cent; over several at the market's fixed rates. */
function isAtMost(price: Money, postage: Money | null, highest: Money): boolean {
  const parts = postage ? [price, postage] : [price];
  if (parts.every(({ currency }) => currency === highest.currency))
    return parts.reduce((sum, { amount }) => sum + amount, 0) <= highest.amount;
  return parts.reduce((sum, part) => sum + priceRank(part), 0) <= priceRank(highest);
}

/** Those that are good enough; null where any is. One that nobody knows is never "or better". */
export function conditionsFrom(lowest: string | null): Condition[] | null {
  const at = conditions.findIndex((condition) => condition === lowest);
  return at < 0 || lowest === 'unknown' ? null : conditions.slice(0, at + 1);
}

/** Said around what is looked for, and in no listing. */
const fillers = new Set(
  'a an and any as at for from in my need of old on one or some the to want wanted with'.split(' '),
);

/** The words of a title that a listing must hold. */
export const notifyingWords = (words: readonly string[]): string[] =>
  [...new Set(words)].filter((word) => !fillers.has(word));

const keyOf = {
  card: (id: string) => `card:${id}`,
  name: (game: string, name: string) => `name:${game}:${name}`,
  word: (game: string, word: string) => `word:${game}:${word}`,
};

/**
 * The one key under which an index finds a want: its longest word is also its rarest, nearly always. Empty: nothing can
 * meet it.
 */
export function keyOfWant({
  game,
  card,
  anyPrinting,
  words,
}: Pick<WantCriteria, 'game' | 'card' | 'anyPrinting' | 'words'>): string {
  if (card) return anyPrinting ? keyOf.name(game, card.name) : keyOf.card(card.id);
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '');
  return longest === '' ? '' : keyOf.word(game, longest);
}

/** Every key under which a want may stand that this copy meets. */
export function keysOfCopy({ cardId, game, name, words }: Pick<Copy, 'cardId' | 'game' | 'name' | 'words'>): string[] {
  return [
    ...(cardId === null ? [] : [keyOf.card(cardId), keyOf.name(game, name)]),
    ...words.map((word) => keyOf.word(game, word)),
  ];
}
