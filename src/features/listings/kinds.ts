import { partOf } from './price-parts.ts';

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

/**
 * All that has few values as one number: a million listings are of some seven thousand kinds. So a listing is counted once for all these facets, a condition on any of them is one look, and they take four bytes instead of nine.
 * A kind that no listing has any more keeps its number, as a word does.
 */
export class Kinds {
  game = new Uint16Array(least);
  condition = new Uint16Array(least);
  finish = new Uint16Array(least);
  language = new Uint16Array(least);
  flags = new Uint16Array(least);
  /** 1 where it is. */
  graded = new Uint16Array(least);
  /** Of the price distribution. */
  part = new Uint16Array(least);
  size = 0;
  /** In two steps: together they are more bits than a number holds. */
  readonly #numbers = new Map<number, Map<number, number>>();

  add({ game, condition, finish, language, flags, price }: KindFacts): number {
    const first = game * 0x10000 + condition;
    const part = partOf(price);
    const second = ((finish * 0x10000 + language) * 8 + flags) * 16 + part;
    const begun = this.#numbers.get(first) ?? new Map<number, number>();
    const known = begun.get(second);
    if (known !== undefined) return known;
    const kind = this.size++;
    if (kind >= this.game.length) this.#grow();
    this.game[kind] = game;
    this.condition[kind] = condition;
    this.finish[kind] = finish;
    this.language[kind] = language;
    this.flags[kind] = flags;
    this.graded[kind] = flags & flagBits.graded;
    this.part[kind] = part;
    this.#numbers.set(first, begun.set(second, kind));
    return kind;
  }

  /** Kinds of which a table marks the number of one fact. */
  marked(fact: Uint16Array, table: Uint8Array): Uint8Array {
    const kinds = new Uint8Array(this.size);
    for (let kind = 0; kind < kinds.length; kind++) kinds[kind] = table[fact[kind]!]!;
    return kinds;
  }

  #grow(): void {
    for (const name of factNames) {
      const wider = new Uint16Array(this.size * 2);
      wider.set(this[name]);
      this[name] = wider;
    }
  }
}
