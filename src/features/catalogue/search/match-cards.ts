import { type CardIndex, type Postings, setWord } from './card-index.ts';
import { isGlue, type SoughtToken, span } from './lookup.ts';
import type { TopCards } from './top-cards.ts';
import { popcount } from './vocabulary.ts';

export interface Scope {
  /** Place in `index.games`, or null for all. */
  game: number | null;
  /** Sets to look in, or null for all. */
  sets: ReadonlySet<number> | null;
}

export interface Match {
  card: number;
  score: number;
  /** Bit i: the card holds token i of the reading. */
  covers: number;
  /** Which reading of the query found it. */
  reading: number;
}

/** How much of a token's weight a set's word gives, by its kind. */
const setShare: Record<number, number> = { [setWord.name]: 0.85, [setWord.year]: 0.8, [setWord.series]: 0.55, [setWord.game]: 0.5 };
const numberWeight = 1.6;
const wholeName = 1.1;
const eachNameWord = 0.35;
/** A code that is also a common word of names (`EX`, `GX`, `MEW`) mostly means the word. */
const commonWord = 20;
const wholeSet = 0.35;
const mostPrior = 0.6;
/** So that a card that holds all that was asked always comes before one that does not. */
export const holdsAll = 100;
/** Cards looked at for one reading, so that "a" is as quick as "charizard". */
const mostCards = 40_000;

/** Scores of the entries of one dictionary. Reused between searches: only what was touched is cleared. */
class Field {
  readonly masks: Uint16Array;
  readonly scores: Float32Array;
  touched: number[] = [];

  constructor(size: number) {
    this.masks = new Uint16Array(size);
    this.scores = new Float32Array(size);
  }

  hit(entry: number, bit: number, score: number): void {
    const mask = this.masks[entry] as number;
    if (mask & bit) return;
    if (mask === 0) this.touched.push(entry);
    this.masks[entry] = mask | bit;
    this.scores[entry] = (this.scores[entry] as number) + score;
  }

  clear(): void {
    for (const entry of this.touched) {
      this.masks[entry] = 0;
      this.scores[entry] = 0;
    }
    this.touched = [];
  }
}

/** One reading of a query against the index. Synchronous and without allocation per card. */
export class Matcher {
  readonly #index: CardIndex;
  readonly #names: Field;
  readonly #sets: Field;
  readonly #traits: Field;

  constructor(index: CardIndex) {
    this.#index = index;
    this.#names = new Field(index.nameLength.length);
    this.#sets = new Field(index.setKeys.length);
    this.#traits = new Field(index.traitPrior.length);
  }

  /** Adds what fits to `top`, as found by the reading with this number. */
  match(tokens: readonly SoughtToken[], scope: Scope, top: TopCards, reading: number): void {
    if (tokens.length === 0) return;
    top.reading = reading;
    tokens.forEach((token, i) => {
      this.#spread(token, 1 << i);
    });
    const search = new Search(this.#index, tokens, scope, this.#names, this.#sets, this.#traits, top);
    search.run();
    this.#names.clear();
    this.#sets.clear();
    this.#traits.clear();
  }

  /** Marks all names, sets and traits that hold a token, the surest word first. */
  #spread(token: SoughtToken, bit: number): void {
    const { wordNames, wordSets, wordTraits } = this.#index;
    for (const { word, sureness } of token.hits) {
      const worth = token.weight * sureness;
      each(wordNames, word, (name) => this.#names.hit(name, bit, worth));
      const codeShare = span(wordNames, word) >= commonWord ? 0.45 : 1.15;
      each(wordSets, word, (item) => {
        const kind = item & 7;
        this.#sets.hit(item >> 3, bit, worth * (kind === setWord.code ? codeShare : (setShare[kind] ?? 0)));
      });
      each(wordTraits, word, (trait) => this.#traits.hit(trait, bit, worth * 0.9));
    }
  }
}

class Search {
  readonly #index: CardIndex;
  readonly #tokens: readonly SoughtToken[];
  readonly #scope: Scope;
  readonly #names: Field;
  readonly #sets: Field;
  readonly #traits: Field;
  readonly #top: TopCards;
  readonly #numbers: { token: SoughtToken; bit: number }[];
  /** Tokens that a card must hold to hold all that was asked. */
  readonly #required: number;
  #looked = 0;

  constructor(index: CardIndex, tokens: readonly SoughtToken[], scope: Scope, names: Field, sets: Field, traits: Field, top: TopCards) {
    this.#index = index;
    this.#tokens = tokens;
    this.#scope = scope;
    this.#names = names;
    this.#sets = sets;
    this.#traits = traits;
    this.#top = top;
    this.#numbers = tokens.flatMap((token, i) => (token.number ? [{ token, bit: 1 << i }] : []));
    const needed = tokens.map((token, i) => (token.soft || isGlue(token.word) ? 0 : 1 << i)).reduce((all, bit) => all | bit, 0);
    this.#required = needed || (1 << tokens.length) - 1;
  }

  run(): void {
    this.#byName();
    this.#bySet();
    if (this.#looked < 2000) this.#byNumber();
    if (this.#looked === 0 || this.#tokens.every((token) => token.soft)) this.#byTrait();
  }

  /** The cards of every name that was hit, the best name first, until none left can beat what is already found. */
  #byName(): void {
    const { nameCards } = this.#index;
    const names = this.#names.touched.filter((name) => this.#tells(this.#names.masks[name] as number));
    const { scores, masks } = this.#names;
    const most = (name: number) =>
      (scores[name] as number) + this.#mostBesides(masks[name] as number) + wholeName + eachNameWord * this.#tokens.length;
    names.sort((a, b) => (scores[b] as number) - (scores[a] as number));
    for (const name of names) {
      if (this.#looked > mostCards) {
        this.#top.cutShort();
        return;
      }
      if (this.#top.cannotTake(most(name))) continue;
      each(nameCards, name, (card) => this.#look(card));
    }
  }

  /** The cards of every set that was hit and whose name was not: for "evs 215" and "evolving skies". */
  #bySet(): void {
    const { setStart, setTotal, setKeys } = this.#index;
    const { scores, masks } = this.#sets;
    const totals = new Set(this.#numbers.map(({ token }) => token.number?.total).filter((total) => total));
    let sets = this.#sets.touched.filter((set) => this.#tells(masks[set] as number));
    if (totals.size > 0)
      for (let set = 0; set < setKeys.length; set++) if (totals.has(setTotal[set] as number) && !sets.includes(set)) sets.push(set);
    sets = sets.filter((set) => this.#inScope(set));
    const most = (set: number) => (scores[set] as number) + this.#mostWithoutName(masks[set] as number) + wholeSet;
    sets.sort((a, b) => (scores[b] as number) - (scores[a] as number) || (this.#index.setPrior[b] as number) - (this.#index.setPrior[a] as number));
    const { cardName } = this.#index;
    for (const set of sets) {
      if (this.#looked > mostCards) {
        this.#top.cutShort();
        return;
      }
      if (this.#top.cannotTake(most(set))) continue;
      const end = setStart[set + 1] as number;
      for (let card = setStart[set] as number; card < end; card++) {
        if (!this.#tells(this.#names.masks[cardName[card] as number] as number)) this.#look(card);
      }
    }
  }

  /** A number by itself: LOB-001 is one card, 215 is one in each set. */
  #byNumber(): void {
    const { cardNumber, numberDigits, cardName, cardSet } = this.#index;
    for (const { token } of this.#numbers) {
      const isOne = token.numberId > 0 && /[a-z]/.test(token.word);
      if (!isOne && (this.#names.touched.length > 0 || this.#sets.touched.length > 0 || token.number?.total)) continue;
      const digits = token.number?.digits ?? -1;
      for (let card = 0; card < cardNumber.length; card++) {
        const number = cardNumber[card] as number;
        if (number === 0 || (isOne ? number !== token.numberId : numberDigits[number - 1] !== digits)) continue;
        if (this.#tells(this.#names.masks[cardName[card] as number] as number) || this.#tells(this.#sets.masks[cardSet[card] as number] as number))
          continue;
        this.#look(card);
        if (this.#looked > mostCards) return;
      }
    }
  }

  /** "Starlight rare": nothing but a kind of printing. */
  #byTrait(): void {
    if (this.#traits.touched.length === 0) return;
    const { cardTrait } = this.#index;
    const best = Math.max(...this.#traits.touched.map((trait) => this.#traits.scores[trait] as number));
    for (let card = 0; card < cardTrait.length; card++) {
      const score = this.#traits.scores[cardTrait[card] as number] as number;
      if (score > 0 && score >= best * 0.8) this.#look(card);
      if (this.#looked > mostCards) {
        this.#top.cutShort();
        return;
      }
    }
  }

  #look(card: number): void {
    const index = this.#index;
    const set = index.cardSet[card] as number;
    if (!this.#inScope(set)) return;
    this.#looked++;
    const name = index.cardName[card] as number;
    const trait = index.cardTrait[card] as number;
    const nameMask = this.#names.masks[name] as number;
    const setMask = this.#sets.masks[set] as number;
    const traitMask = this.#traits.masks[trait] as number;
    let covers = nameMask;
    let score = this.#names.scores[name] as number;
    if (nameMask !== 0) {
      const words = popcount(nameMask);
      score += wholeName * Math.min(1, words / Math.max(1, index.nameLength[name] as number)) + eachNameWord * words;
    }
    if (setMask !== 0) {
      score += (this.#sets.scores[set] as number) - this.#twice(covers & setMask);
      score += wholeSet * Math.min(1, popcount(setMask) / Math.max(1, index.setLength[set] as number));
      covers |= setMask;
    }
    if (traitMask !== 0) {
      score += (this.#traits.scores[trait] as number) - this.#twice(covers & traitMask);
      covers |= traitMask;
    }
    for (const { token, bit } of this.#numbers) {
      const sureness = this.#numberFits(card, set, token);
      if (sureness === 0) continue;
      score += numberWeight * sureness - (covers & bit ? this.#twice(bit) : 0);
      if (sureness >= 0.5) covers |= bit;
    }
    if ((covers & this.#required) === this.#required) score += holdsAll;
    score += (mostPrior * ((index.traitPrior[trait] as number) + (index.setPrior[set] as number))) / 26;
    this.#top.offer(card, score, covers);
  }

  /** 0 to 1.3: how well a card's number is the one asked for. */
  #numberFits(card: number, set: number, token: SoughtToken): number {
    const number = this.#index.cardNumber[card] as number;
    const sought = token.number;
    if (number === 0 || !sought) return 0;
    const isSame = number === token.numberId;
    if (!isSame && (/[a-z]/.test(sought.key) || this.#index.numberDigits[number - 1] !== sought.digits)) return 0;
    if (sought.total === null) return isSame ? 1 : 0.8;
    if (this.#index.setTotal[set] === sought.total) return isSame ? 1.3 : 1.1;
    // The total of a subset or a misread one: the number alone is a hint.
    return 0.3;
  }

  /** What tokens were counted for twice, in the name and again here. */
  #twice(mask: number): number {
    let sum = 0;
    for (let i = 0; mask >> i; i++) if ((mask >> i) & 1) sum += (this.#tokens[i]?.weight ?? 0) * 0.9;
    return sum;
  }

  #mostBesides(mask: number): number {
    let sum = holdsAll + wholeSet + mostPrior;
    this.#tokens.forEach((token, i) => {
      if (!((mask >> i) & 1)) sum += Math.max(token.weight * 1.15, token.number ? numberWeight * 1.3 : 0);
    });
    return sum;
  }

  #mostWithoutName(mask: number): number {
    let sum = mostPrior;
    let covers = mask;
    this.#tokens.forEach((token, i) => {
      if ((mask >> i) & 1) return;
      sum += Math.max(token.soft ? token.weight : 0, token.number ? numberWeight * 1.3 : 0);
      if (token.soft || token.number) covers |= 1 << i;
    });
    return (covers & this.#required) === this.#required ? sum + holdsAll : sum;
  }

  /** Whether a mask holds a token that says more than "the". */
  #tells(mask: number): boolean {
    return (mask & this.#required) !== 0;
  }

  #inScope(set: number): boolean {
    const { game, sets } = this.#scope;
    return (game === null || this.#index.setGame[set] === game) && (sets === null || sets.has(set));
  }
}

function each(postings: Postings, key: number, visit: (item: number) => void): void {
  const end = postings.starts[key + 1] as number;
  for (let at = postings.starts[key] as number; at < end; at++) visit(postings.items[at] as number);
}
