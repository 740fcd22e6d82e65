const mostInColumn = 0xffff;
/** So many prints may have a rarity at once; beyond, each set still has room for what has none. */
const mostWithRarity = 0xbfff;
/** Rarities without a set are typed by sellers, who must not take the numbers of sets: the catalogue always has room for so many more. */
const mostTyped = 0x3fff;

/** In place of the number of a rarity that the columns have no number for. */
export const unheldRarity = 0x10000;

/**
 * Set and rarity as one number, since a set has few rarities: seven thousand in all for four thousand sets. 0 stands for neither. A print that no listing has any more gives its number back, since anybody may type rarities; where
 * all are given out, a listing counts with its set and without its rarity.
 */
export class Prints {
  set = new Uint16Array(1_024);
  rarity = new Uint16Array(1_024);
  size = 1;
  /** Listings whose rarity the columns do not say: while there are any, whoever chooses a rarity asks the database. */
  unheld = 0;
  readonly #numbers = new Map<number, number>([[0, 0]]);
  /** By print: how many listings have it, and what it is of. */
  readonly #counts = [0];
  readonly #keys = [0];
  readonly #free: number[] = [];
  #withRarity = 0;

  /** The print of one more listing. */
  add(set: number, rarity: number): number {
    const key = keyOf(set, rarity);
    const print = this.#numbers.get(key) ?? this.#begin(set, rarity, key);
    if (print === null) return rarity === unheldRarity ? 0 : this.add(set, unheldRarity);
    this.#counts[print]!++;
    if (rarity === unheldRarity) this.unheld++;
    return print;
  }

  /** One listing less. */
  remove(print: number): void {
    const key = this.#keys[print]!;
    if (isUnheld(key)) this.unheld--;
    if (--this.#counts[print]! > 0 || print === 0) return;
    this.#numbers.delete(key);
    this.#free.push(print);
    if (this.rarity[print] !== 0) this.#withRarity--;
  }

  /** Null where there is no number for it. */
  #begin(set: number, rarity: number, key: number): number | null {
    const hasRarity = rarity !== 0 && rarity !== unheldRarity;
    if (hasRarity && this.#withRarity >= (set === 0 ? mostTyped : mostWithRarity)) return null;
    if (this.#free.length === 0 && this.size > mostInColumn) return null;
    const print = this.#free.pop() ?? this.size++;
    if (print >= this.set.length) {
      this.set = wider(this.set);
      this.rarity = wider(this.rarity);
    }
    if (hasRarity) this.#withRarity++;
    this.set[print] = set;
    this.rarity[print] = hasRarity ? rarity : 0;
    this.#counts[print] = 0;
    this.#keys[print] = key;
    this.#numbers.set(key, print);
    return print;
  }

  /** Prints of which a table marks the set, or the rarity. */
  marked(fact: Uint16Array, table: Uint8Array): Uint8Array {
    const prints = new Uint8Array(this.size);
    for (let print = 0; print < prints.length; print++) prints[print] = table[fact[print]!]!;
    return prints;
  }
}

/** Room for every rarity and `unheldRarity`. */
const ofSet = unheldRarity * 2;
const keyOf = (set: number, rarity: number) => set * ofSet + rarity;
const isUnheld = (key: number) => key % ofSet === unheldRarity;

function wider(column: Uint16Array): Uint16Array<ArrayBuffer> {
  const made = new Uint16Array(column.length * 2);
  made.set(column);
  return made;
}
