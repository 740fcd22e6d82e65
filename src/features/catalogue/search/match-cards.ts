import { ByScore } from './index/by-score.ts';
import type { CardIndex } from './index/card-index.ts';
import { Spread } from './index/spread.ts';
import { Worth } from './index/worth.ts';
import { isGlue, type QueryToken } from './lookup.ts';
import type { MatchMode, Scope } from './match.ts';
import { TopCards } from './top-cards.ts';

/** Cards scored for one reading, so that "topps" is as quick as "charizard". */
const mostScored: Record<MatchMode, number> = { whole: 8_000, partly: 2_000 };

/** Searches the index, one reading of a query at a time. Synchronous, and without allocation per card. */
export class Matcher {
  readonly #index: CardIndex;
  readonly #spread: Spread;
  readonly #order: ByScore;
  readonly #top: TopCards;
  /**
   * Set and trait of each card in the order of `nameCards`, a trait in the upper half: the cards of a name lie far
   * apart in the index, and to look each up there took most of the time of a common word.
   */
  readonly #ofNames: Uint32Array;

  constructor(index: CardIndex) {
    this.#index = index;
    const { nameCards, cardSet, cardTrait } = index;
    this.#ofNames = Uint32Array.from(
      nameCards.items,
      (card) => (cardSet[card] as number) | ((cardTrait[card] as number) << 16),
    );
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
  match(tokens: readonly QueryToken[], scope: Scope, top: TopCards, reading: number, mode: MatchMode): void {
    if (tokens.length === 0) return;
    top.reading = reading;
    this.#spread.lay(this.#index, tokens);
    try {
      new Search(this.#index, this.#ofNames, tokens, scope, this.#spread, this.#order, top, mode).run();
    } finally {
      // All later searches use it again.
      this.#spread.clear();
    }
  }
}

class Search {
  readonly #index: CardIndex;
  readonly #ofNames: Uint32Array;
  readonly #tokens: readonly QueryToken[];
  readonly #scope: Scope;
  readonly #spread: Spread;
  readonly #order: ByScore;
  readonly #top: TopCards;
  readonly #mode: MatchMode;
  readonly #worth: Worth;
  #scored = 0;

  constructor(
    index: CardIndex,
    ofNames: Uint32Array,
    tokens: readonly QueryToken[],
    scope: Scope,
    spread: Spread,
    order: ByScore,
    top: TopCards,
    mode: MatchMode,
  ) {
    this.#index = index;
    this.#ofNames = ofNames;
    this.#tokens = tokens;
    this.#scope = scope;
    this.#spread = spread;
    this.#order = order;
    this.#top = top;
    this.#mode = mode;
    this.#worth = new Worth(index, tokens, spread, top.offered);
  }

  run(): void {
    this.#byName();
    this.#bySet();
    this.#byNumber();
    if (this.#tokens.every((token) => token.soft || isGlue(token.word))) this.#byTrait();
  }

  /** The cards of every name that was hit, the best name first, until none left can beat what is already found. */
  #byName(): void {
    const { masks, touched, count } = this.#spread.names;
    const { starts, items } = this.#index.nameCards;
    const ofNames = this.#ofNames;
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
      if (this.#top.cannotTake(this.#worth.ofName(name, mask) + this.#worth.mostBesides(mask))) continue;
      const end = starts[name + 1] as number;
      for (let at = starts[name] as number; at < end; at++) {
        const of = ofNames[at] as number;
        this.#judge(items[at] as number, of & 0xffff, of >>> 16, mask);
      }
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

  /** Whether a card of a name with these tokens can match the reading. */
  #isPossible(mask: number, besides: readonly number[]): boolean {
    if (!this.#worth.hasRequired(mask)) return false;
    if (this.#mode === 'partly') return true;
    for (let i = 0; i < besides.length; i++)
      if (this.#worth.isWhole(mask | (besides[i] as number) | this.#worth.elsewhere)) return true;
    return false;
  }

  /** The cards of every set that was hit and whose name was not: for "evs 215" and "evolving skies". */
  #bySet(): void {
    const { masks, touched, count } = this.#spread.sets;
    const sets: { set: number; most: number }[] = [];
    const consider = (set: number) => {
      if (
        !this.#inScope(set) ||
        (this.#mode !== 'partly' && !this.#worth.isWhole((masks[set] as number) | this.#worth.elsewhere))
      )
        return;
      const most = this.#worth.mostOfSet(set);
      // Later it could do so even less: a year or a game is a word of hundreds of sets.
      if (!this.#top.cannotTake(most + this.#worth.mostOfNumbers)) sets.push({ set, most });
    };
    for (let at = 0; at < count; at++)
      if (this.#worth.hasRequired(masks[touched[at] as number] as number)) consider(touched[at] as number);
    for (const set of this.#setsOfTotals()) if (!this.#worth.hasRequired(masks[set] as number)) consider(set);
    sets.sort((a, b) => b.most - a.most);
    const { setStart, cardName } = this.#index;
    for (const { set, most } of sets) {
      if (this.#isSpent()) return;
      if (this.#top.cannotTake(most + this.#worth.mostOfNumbers)) continue;
      // Once the set alone is not enough, only a card with the requested number can match.
      const onlyNumbered = this.#worth.numbers.length > 0 && this.#top.cannotTake(most);
      const end = setStart[set + 1] as number;
      for (let card = setStart[set] as number; card < end; card++) {
        if (this.#worth.hasRequired(this.#spread.names.masks[cardName[card] as number] as number)) continue;
        if (!onlyNumbered || this.#worth.numbers.some(({ token }) => this.#worth.numberFits(card, set, token) > 0))
          this.#look(card);
      }
    }
  }

  /** A full number: LOB-001 is one card, 215 is one in each set. */
  #byNumber(): void {
    const { cardNumber, numberDigits } = this.#index;
    const isAlone = this.#spread.names.count === 0 && this.#spread.sets.count === 0;
    for (const { token } of this.#worth.numbers) {
      const isOne = token.numberId > 0 && token.number?.isCode;
      if (!isOne && (!isAlone || token.number?.total)) continue;
      if (isOne) {
        // The engine's own search over the array is ten times quicker than a loop.
        for (
          let card = cardNumber.indexOf(token.numberId);
          card >= 0;
          card = cardNumber.indexOf(token.numberId, card + 1)
        )
          this.#look(card);
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
    const { cardName, cardSet, cardTrait } = this.#index;
    const name = cardName[card] as number;
    const mask = this.#spread.names.masks[name] as number;
    this.#worth.ofName(name, mask);
    this.#judge(card, cardSet[card] as number, cardTrait[card] as number, mask);
  }

  /** A card of the name that was taken up last. */
  #judge(card: number, set: number, trait: number, nameMask: number): void {
    if (!this.#inScope(set)) return;
    const setMask = this.#spread.sets.masks[set] as number;
    const traitMask = this.#spread.traits.masks[trait] as number;
    // The cheap test comes first: most cards of a common word end here.
    if (this.#mode === 'whole' && !this.#worth.isWhole(nameMask | setMask | traitMask | this.#worth.numberBits)) return;
    const covers = this.#worth.of(card, set, trait, nameMask, setMask, traitMask);
    if (this.#mode === 'whole' && !this.#worth.isWhole(covers)) return;
    this.#scored++;
    this.#top.offer(card, covers);
  }

  /** Sets printed with the requested total. */
  #setsOfTotals(): number[] {
    const totals = new Set(this.#worth.numbers.flatMap(({ token }) => token.number?.total ?? []));
    const found: number[] = [];
    if (totals.size === 0) return found;
    this.#index.setTotal.forEach((total, set) => {
      if (totals.has(total)) found.push(set);
    });
    return found;
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
