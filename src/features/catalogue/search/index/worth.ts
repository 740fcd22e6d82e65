import { isGlue, type QueryToken } from '../lookup.ts';
import { holdsAll } from '../match.ts';
import type { CardIndex } from './card-index.ts';
import type { Spread } from './spread.ts';
import { popcount } from './vocabulary.ts';

const numberWeight = 1.6;
const surestNumber = 1.3;
/** A number counts as held from here. */
const heldNumber = 0.5;
const wholeName = 1.1;
const eachNameWord = 0.35;
const wholeSet = 0.35;
const mostPrior = 0.6;
const priorSteps = 26;
const mostTraitPrior = 10;

/** The score of a card for one reading, and the upper bound for cards not scored yet. Without allocation per card. */
export class Worth {
  readonly #index: CardIndex;
  readonly #tokens: readonly QueryToken[];
  readonly #spread: Spread;
  readonly numbers: { token: QueryToken; bit: number }[];
  readonly numberBits: number;
  /** Tokens that a full match must have. */
  readonly #required: number;
  /** What some trait or number may add to a name and a set. */
  readonly elsewhere: number;
  readonly mostOfNumbers: number;
  /**
   * What is offered: the score of the card that was judged last, and the part of it that its name is worth. A number
   * with a fraction that one function gives to another is an object each time.
   */
  readonly #offered: Float64Array;

  constructor(index: CardIndex, tokens: readonly QueryToken[], spread: Spread, offered: Float64Array) {
    this.#index = index;
    this.#tokens = tokens;
    this.#spread = spread;
    this.#offered = offered;
    this.numbers = tokens.flatMap((token, i) => (token.number ? [{ token, bit: 1 << i }] : []));
    this.numberBits = this.numbers.reduce((all, { bit }) => all | bit, 0);
    const needed = tokens
      .map((token, i) => (token.soft || isGlue(token.word) ? 0 : 1 << i))
      .reduce((all, bit) => all | bit, 0);
    this.#required = needed || (1 << tokens.length) - 1;
    this.elsewhere = this.numberBits | spread.traits.held;
    this.mostOfNumbers = numberWeight * surestNumber * this.numbers.length;
  }

  /** What a name that holds this is worth, the same for all of its cards, which are judged next. */
  ofName(name: number, mask: number): number {
    const score = this.#spread.names.scores[name] as number;
    const worth = mask === 0 ? score : score + this.nameWorth(name, mask);
    this.#offered[1] = worth;
    return worth;
  }

  /**
   * The tokens that a card of that name holds: of its name, its set and its trait as the masks say, and of its number.
   * Its score is noted.
   */
  of(card: number, set: number, trait: number, nameMask: number, setMask: number, traitMask: number): number {
    const { sets, traits } = this.#spread;
    let covers = nameMask | setMask | traitMask;
    let score = this.#offered[1] as number;
    if (setMask !== 0)
      score += (sets.scores[set] as number) + this.#setWorth(set, setMask) - this.#countedTwice(nameMask & setMask);
    if (traitMask !== 0)
      score += (traits.scores[trait] as number) - this.#countedTwice((nameMask | setMask) & traitMask);
    for (let i = 0; i < this.numbers.length; i++) {
      const { token, bit } = this.numbers[i] as { token: QueryToken; bit: number };
      const sureness = this.numberFits(card, set, token);
      if (sureness === 0) continue;
      score += numberWeight * sureness - (covers & bit ? this.#countedTwice(bit) : 0);
      if (sureness >= heldNumber) covers |= bit;
    }
    if (this.isWhole(covers)) score += holdsAll;
    score +=
      (mostPrior * ((this.#index.traitPrior[trait] as number) + (this.#index.setPrior[set] as number))) / priorSteps;
    this.#offered[0] = score;
    return covers;
  }

  isWhole(mask: number): boolean {
    return (mask & this.#required) === this.#required;
  }

  /** Whether a mask holds a token that says more than "the". */
  hasRequired(mask: number): boolean {
    return (mask & this.#required) !== 0;
  }

  /** 0 to 1.3: how well a card's number matches the query's. */
  numberFits(card: number, set: number, token: QueryToken): number {
    const number = this.#index.cardNumber[card] as number;
    const wanted = token.number;
    if (number === 0 || !wanted) return 0;
    const isSame = number === token.numberId;
    if (!isSame && (wanted.isCode || this.#index.numberDigits[number - 1] !== wanted.digits)) return 0;
    if (wanted.total === null && isSame) return wanted.printed ? surestNumber : 1;
    if (wanted.total === null) return 0.8;
    if (this.#index.setTotal[set] === wanted.total) return isSame ? surestNumber : 1.1;
    // The total of a subset or a misread one: the number alone is a hint.
    return 0.3;
  }

  nameWorth(name: number, mask: number): number {
    const words = popcount(mask);
    return wholeName * Math.min(1, words / Math.max(1, this.#index.nameLength[name] as number)) + eachNameWord * words;
  }

  #setWorth(set: number, mask: number): number {
    return wholeSet * Math.min(1, popcount(mask) / Math.max(1, this.#index.setLength[set] as number));
  }

  /** What tokens gave that were counted before. */
  #countedTwice(mask: number): number {
    let sum = 0;
    for (let i = 0; mask >> i; i++) if ((mask >> i) & 1) sum += (this.#tokens[i]?.weight ?? 0) * 0.9;
    return sum;
  }

  /** The most that set, traits, numbers and priors can add to a name that holds `mask`. */
  mostBesides(mask: number): number {
    let sum = holdsAll + wholeSet + mostPrior;
    for (let i = 0; i < this.#tokens.length; i++) {
      const { weight, number } = this.#tokens[i] as QueryToken;
      if (!((mask >> i) & 1)) sum += Math.max(weight * 1.15, number ? numberWeight * surestNumber : 0);
      else if (number) sum += numberWeight * surestNumber;
    }
    return sum;
  }

  /** The most that a card of a set can get whose name holds nothing, its number apart. */
  mostOfSet(set: number): number {
    const mask = this.#spread.sets.masks[set] as number;
    let sum = (this.#spread.sets.scores[set] as number) + this.#setWorth(set, mask);
    for (let i = 0; i < this.#tokens.length; i++)
      if (!((mask >> i) & 1) && (this.elsewhere >> i) & 1) sum += (this.#tokens[i] as QueryToken).weight;
    if (this.isWhole(mask | this.elsewhere)) sum += holdsAll;
    return sum + (mostPrior * ((this.#index.setPrior[set] as number) + mostTraitPrior)) / priorSteps;
  }
}
