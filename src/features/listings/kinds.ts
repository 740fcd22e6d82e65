import { partOf, priceEdges } from './price-parts.ts';

/** Bits of `flags`. */
export const flagBits = { graded: 1, offers: 2, ownTitle: 4 } as const;
/** Of each value of `flags`, whether it has the bit: what a condition looks up. */
const withFlag = (bit: number) => Uint8Array.from({ length: 8 }, (_, flags) => Number((flags & bit) !== 0));
export const flagTables = {
  graded: withFlag(flagBits.graded),
  ungraded: withFlag(flagBits.graded).map((has) => 1 - has),
  offers: withFlag(flagBits.offers),
  ownTitle: withFlag(flagBits.ownTitle),
};

/** What of a listing has few values: numbers of their words, three bits and the price. */
export interface KindFacts {
  game: number;
  condition: number;
  finish: number;
  language: number;
  flags: number;
  price: number;
}

const least = 1_024;
const factNames = ['game', 'condition', 'finish', 'language', 'flags', 'graded', 'part'] as const;
/** Of the price distribution. */
export const parts = priceEdges.length + 1;

/**
 * All that has few values as one number: a million listings are of some ten thousand kinds. So a listing is counted once for all these facets, a condition on any of them is one look, and they take four bytes instead of nine.
 * Kinds that differ in the part of the price distribution alone have numbers in a row: together they are a make, one of the makes of a game. A kind that no listing has any more keeps its number, as a word does.
 */
export class Kinds {
  game = new Uint16Array(least);
  condition = new Uint16Array(least);
  finish = new Uint16Array(least);
  language = new Uint16Array(least);
  flags = new Uint16Array(least);
  /** 1 where it is. */
  graded = new Uint16Array(least);
  part = new Uint16Array(least);
  /** How many listings are of it. */
  counts = new Uint32Array(least);
  /** Its make's number among those of its game. */
  ofGame = new Uint16Array(least);
  size = 0;
  /** By the game's number, the first kind of each of its makes. */
  readonly makes: number[][] = [];
  /** In two steps: together they are more bits than a number holds. */
  readonly #first = new Map<number, Map<number, number>>();

  add({ game, condition, finish, language, flags, price }: KindFacts): number {
    const some = game * 0x10000 + condition;
    const others = (finish * 0x10000 + language) * 8 + flags;
    const begun = this.#first.get(some) ?? new Map<number, number>();
    const known = begun.get(others);
    if (known !== undefined) return known + partOf(price);
    const first = this.size;
    this.size += parts;
    if (this.size > this.game.length) this.#grow();
    while (this.makes.length <= game) this.makes.push([]);
    const ofGame = this.makes[game]!.push(first) - 1;
    for (let part = 0; part < parts; part++) {
      const kind = first + part;
      this.game[kind] = game;
      this.condition[kind] = condition;
      this.finish[kind] = finish;
      this.language[kind] = language;
      this.flags[kind] = flags;
      this.graded[kind] = flags & flagBits.graded;
      this.part[kind] = part;
      this.ofGame[kind] = ofGame;
    }
    this.#first.set(some, begun.set(others, first));
    return first + partOf(price);
  }

  /** Kinds of which a table marks the number of one fact, which is one of their make. */
  marked(fact: Uint16Array, table: Uint8Array): Uint8Array {
    const kinds = new Uint8Array(this.size);
    for (let make = 0; make < kinds.length; make += parts) if (table[fact[make]!] === 1) kinds.fill(1, make, make + parts);
    return kinds;
  }

  #grow(): void {
    for (const name of factNames) {
      const wider = new Uint16Array(this.size * 2);
      wider.set(this[name]);
      this[name] = wider;
    }
    const [counts, ofGame] = [new Uint32Array(this.size * 2), new Uint16Array(this.size * 2)];
    counts.set(this.counts);
    ofGame.set(this.ofGame);
    Object.assign(this, { counts, ofGame });
  }
}
