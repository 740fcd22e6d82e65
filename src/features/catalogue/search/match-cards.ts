import { ByScore } from './by-score.ts';
import type { CardIndex } from './card-index.ts';
import { isGlue, type SoughtToken } from './lookup.ts';
import { holdsAll, type MatchMode, type Scope } from './match.ts';
import { Spread } from './spread.ts';
import { TopCards } from './top-cards.ts';
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
/** Cards scored for one reading, so that "topps" is as quick as "charizard". */
const mostScored: Record<MatchMode, number> = { whole: 8_000, partly: 2_000 };

/** Searches the index, one reading of a query at a time. Synchronous, and without allocation per card. */
export class Matcher {
  readonly #index: CardIndex;
  readonly #spread: Spread;
  readonly #order: ByScore;
  readonly #top: TopCards;

  constructor(index: CardIndex) {
    this.#index = index;
    this.#spread = new Spread(index);
    this.#order = new ByScore(this.#spread.names.scores);
    this.#top = new TopCards(index.cardName.length);
  }

  /** What the next search finds: the best so many. Good until the search after it. */
  begin(most: number): TopCards {
    this.#top.begin(most);
    return this.#top;
  }

  /** Adds what fits to `top`, as found by the reading with this number. */
  match(tokens: readonly SoughtToken[], scope: Scope, top: TopCards, reading: number, mode: MatchMode): void {
    if (tokens.length === 0) return;
    top.reading = reading;
    this.#spread.lay(this.#index, tokens);
    new Search(this.#index, tokens, scope, this.#spread, this.#order, top, mode).run();
    this.#spread.clear();
  }
}

class Search {
  readonly #index: CardIndex;
  readonly #tokens: readonly SoughtToken[];
  readonly #scope: Scope;
  readonly #spread: Spread;
  readonly #order: ByScore;
  readonly #top: TopCards;
  readonly #mode: MatchMode;
  readonly #numbers: { token: SoughtToken; bit: number }[];
  readonly #numberBits: number;
  /** Tokens that a card must hold to hold all that was asked. */
  readonly #required: number;
  /** What some trait or number may add to a name and a set. */
  readonly #elsewhere: number;
  #scored = 0;

  constructor(index: CardIndex, tokens: readonly SoughtToken[], scope: Scope, spread: Spread, order: ByScore, top: TopCards, mode: MatchMode) {
    this.#index = index;
    this.#tokens = tokens;
    this.#scope = scope;
    this.#spread = spread;
    this.#order = order;
    this.#top = top;
    this.#mode = mode;
    this.#numbers = tokens.flatMap((token, i) => (token.number ? [{ token, bit: 1 << i }] : []));
    this.#numberBits = this.#numbers.reduce((all, { bit }) => all | bit, 0);
    const needed = tokens.map((token, i) => (token.soft || isGlue(token.word) ? 0 : 1 << i)).reduce((all, bit) => all | bit, 0);
    this.#required = needed || (1 << tokens.length) - 1;
    this.#elsewhere = this.#numberBits | spread.traits.held;
  }

  run(): void {
    this.#byName();
    this.#bySet();
    this.#byNumber();
    if (this.#tokens.every((token) => token.soft || isGlue(token.word))) this.#byTrait();
  }

  /** The cards of every name that was hit, the best name first, until none left can beat what is already found. */
  #byName(): void {
    const { masks, scores, touched, count } = this.#spread.names;
    const { starts, items } = this.#index.nameCards;
    const besides = this.#besides();
    const names = this.#order;
    names.clear();
    for (let at = 0; at < count; at++) {
      const name = touched[at] as number;
      if (this.#isPossible(masks[name] as number, besides)) names.add(name);
    }
    names.sort();
    for (let at = 0; at < names.count; at++) {
      if (this.#isSpent()) return;
      const name = names.entry(at);
      const mask = masks[name] as number;
      if (this.#top.cannotTake((scores[name] as number) + this.#nameWorth(name, mask) + this.#mostBesides(mask))) continue;
      const end = starts[name + 1] as number;
      for (let card = starts[name] as number; card < end; card++) this.#look(items[card] as number);
    }
  }

  /** What the sets that were hit add to a name, each once. */
  #besides(): number[] {
    const { masks, touched, count } = this.#spread.sets;
    const found = [0];
    for (let at = 0; at < count; at++) {
      const mask = masks[touched[at] as number] as number;
      if (!found.includes(mask)) found.push(mask);
    }
    return found;
  }

  /** Whether a card of a name that holds this can be what the reading asks. */
  #isPossible(mask: number, besides: readonly number[]): boolean {
    if (!this.#tells(mask)) return false;
    if (this.#mode === 'partly') return true;
    for (const ofSet of besides) if (this.#isWhole(mask | ofSet | this.#elsewhere)) return true;
    return false;
  }

  /** The cards of every set that was hit and whose name was not: for "evs 215" and "evolving skies". */
  #bySet(): void {
    const { masks, touched, count } = this.#spread.sets;
    const sets: { set: number; most: number }[] = [];
    const consider = (set: number) => {
      if (this.#inScope(set) && (this.#mode === 'partly' || this.#isWhole((masks[set] as number) | this.#elsewhere)))
        sets.push({ set, most: this.#mostOfSet(set) });
    };
    for (let at = 0; at < count; at++) if (this.#tells(masks[touched[at] as number] as number)) consider(touched[at] as number);
    for (const set of this.#setsOfTotals()) if (!this.#tells(masks[set] as number)) consider(set);
    sets.sort((a, b) => b.most - a.most);
    const { setStart, cardName } = this.#index;
    for (const { set, most } of sets) {
      if (this.#isSpent()) return;
      if (this.#top.cannotTake(most + numberWeight * surestNumber * this.#numbers.length)) continue;
      // When the set alone is not enough any more, only a card with the number asked for can be.
      const onlyNumbered = this.#numbers.length > 0 && this.#top.cannotTake(most);
      const end = setStart[set + 1] as number;
      for (let card = setStart[set] as number; card < end; card++) {
        if (this.#tells(this.#spread.names.masks[cardName[card] as number] as number)) continue;
        if (!onlyNumbered || this.#numbers.some(({ token }) => this.#numberFits(card, set, token) > 0)) this.#look(card);
      }
    }
  }

  /** A number by itself: LOB-001 is one card, 215 is one in each set. */
  #byNumber(): void {
    const { cardNumber, numberDigits } = this.#index;
    const isAlone = this.#spread.names.count === 0 && this.#spread.sets.count === 0;
    for (const { token } of this.#numbers) {
      const isOne = token.numberId > 0 && token.number?.isCode;
      if (!isOne && (!isAlone || token.number?.total)) continue;
      if (isOne) {
        // The engine's own search over the array is ten times quicker than a loop.
        for (let card = cardNumber.indexOf(token.numberId); card >= 0; card = cardNumber.indexOf(token.numberId, card + 1)) this.#look(card);
        continue;
      }
      const digits = token.number?.digits ?? -1;
      for (let card = 0; card < cardNumber.length; card++) {
        const number = cardNumber[card] as number;
        if (number !== 0 && numberDigits[number - 1] === digits) this.#look(card);
      }
    }
  }

  /** "Starlight rare": nothing but a kind of printing. */
  #byTrait(): void {
    const { masks, scores, touched, count } = this.#spread.traits;
    let best = 0;
    for (let at = 0; at < count; at++) best = Math.max(best, scores[touched[at] as number] as number);
    if (best === 0) return;
    const { cardTrait } = this.#index;
    for (let card = 0; card < cardTrait.length; card++) {
      const trait = cardTrait[card] as number;
      if (masks[trait] === 0 || (scores[trait] as number) < best * 0.8) continue;
      this.#look(card);
      if (this.#isSpent()) return;
    }
  }

  #look(card: number): void {
    const index = this.#index;
    const set = index.cardSet[card] as number;
    if (!this.#inScope(set)) return;
    const name = index.cardName[card] as number;
    const trait = index.cardTrait[card] as number;
    const nameMask = this.#spread.names.masks[name] as number;
    const setMask = this.#spread.sets.masks[set] as number;
    const traitMask = this.#spread.traits.masks[trait] as number;
    let covers = nameMask | setMask | traitMask;
    // The cheap test comes first: most cards of a common word end here.
    if (this.#mode === 'whole' && !this.#isWhole(covers | this.#numberBits)) return;
    let score = this.#spread.names.scores[name] as number;
    if (nameMask !== 0) score += this.#nameWorth(name, nameMask);
    if (setMask !== 0) score += (this.#spread.sets.scores[set] as number) + this.#setWorth(set, setMask) - this.#countedTwice(nameMask & setMask);
    if (traitMask !== 0) score += (this.#spread.traits.scores[trait] as number) - this.#countedTwice((nameMask | setMask) & traitMask);
    for (const { token, bit } of this.#numbers) {
      const sureness = this.#numberFits(card, set, token);
      if (sureness === 0) continue;
      score += numberWeight * sureness - (covers & bit ? this.#countedTwice(bit) : 0);
      if (sureness >= heldNumber) covers |= bit;
    }
    if (this.#isWhole(covers)) score += holdsAll;
    else if (this.#mode === 'whole') return;
    score += (mostPrior * ((index.traitPrior[trait] as number) + (index.setPrior[set] as number))) / priorSteps;
    this.#scored++;
    this.#top.offer(card, score, covers);
  }

  /** 0 to 1.3: how well a card's number is the one asked for. */
  #numberFits(card: number, set: number, token: SoughtToken): number {
    const number = this.#index.cardNumber[card] as number;
    const sought = token.number;
    if (number === 0 || !sought) return 0;
    const isSame = number === token.numberId;
    if (!isSame && (sought.isCode || this.#index.numberDigits[number - 1] !== sought.digits)) return 0;
    if (sought.total === null && isSame) return sought.printed ? surestNumber : 1;
    if (sought.total === null) return 0.8;
    if (this.#index.setTotal[set] === sought.total) return isSame ? surestNumber : 1.1;
    // The total of a subset or a misread one: the number alone is a hint.
    return 0.3;
  }

  #nameWorth(name: number, mask: number): number {
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
  #mostBesides(mask: number): number {
    let sum = holdsAll + wholeSet + mostPrior;
    for (let i = 0; i < this.#tokens.length; i++) {
      const { weight, number } = this.#tokens[i] as SoughtToken;
      if (!((mask >> i) & 1)) sum += Math.max(weight * 1.15, number ? numberWeight * surestNumber : 0);
      else if (number) sum += numberWeight * surestNumber;
    }
    return sum;
  }

  /** The most that a card of a set can get whose name holds nothing, its number apart. */
  #mostOfSet(set: number): number {
    const mask = this.#spread.sets.masks[set] as number;
    let sum = (this.#spread.sets.scores[set] as number) + this.#setWorth(set, mask);
    for (let i = 0; i < this.#tokens.length; i++)
      if (!((mask >> i) & 1) && (this.#elsewhere >> i) & 1) sum += (this.#tokens[i] as SoughtToken).weight;
    if (this.#isWhole(mask | this.#elsewhere)) sum += holdsAll;
    return sum + (mostPrior * ((this.#index.setPrior[set] as number) + mostTraitPrior)) / priorSteps;
  }

  /** Sets printed with a total that was asked for. */
  #setsOfTotals(): number[] {
    const totals = new Set(this.#numbers.flatMap(({ token }) => token.number?.total ?? []));
    const found: number[] = [];
    if (totals.size === 0) return found;
    this.#index.setTotal.forEach((total, set) => {
      if (totals.has(total)) found.push(set);
    });
    return found;
  }

  #isWhole(mask: number): boolean {
    return (mask & this.#required) === this.#required;
  }

  /** Whether a mask holds a token that says more than "the". */
  #tells(mask: number): boolean {
    return (mask & this.#required) !== 0;
  }

  #inScope(set: number): boolean {
    const { game, sets } = this.#scope;
    return (game === null || this.#index.setGame[set] === game) && (sets === null || sets.has(set));
  }

  #isSpent(): boolean {
    if (this.#scored < mostScored[this.#mode]) return false;
    this.#top.cutShort();
    return true;
  }
}
