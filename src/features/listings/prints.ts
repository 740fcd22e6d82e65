const mostInColumn = 0xffff;

/** Set and rarity as one number, since a set has few rarities: seven thousand in all for four thousand sets. 0 stands for neither. */
export class Prints {
  set = new Uint16Array(1_024);
  rarity = new Uint16Array(1_024);
  size = 1;
  readonly #numbers = new Map<number, number>([[0, 0]]);

  add(set: number, rarity: number): number {
    const both = set * 0x10000 + rarity;
    const known = this.#numbers.get(both);
    if (known !== undefined) return known;
    // Beyond what a column can number it counts with those that have neither, as a word does.
    if (this.size > mostInColumn) return 0;
    const print = this.size++;
    if (print >= this.set.length) {
      this.set = wider(this.set);
      this.rarity = wider(this.rarity);
    }
    this.set[print] = set;
    this.rarity[print] = rarity;
    this.#numbers.set(both, print);
    return print;
  }

  /** Prints of which a table marks the set, or the rarity. */
  marked(fact: Uint16Array, table: Uint8Array): Uint8Array {
    const prints = new Uint8Array(this.size);
    for (let print = 0; print < prints.length; print++) prints[print] = table[fact[print]!]!;
    return prints;
  }
}

function wider(column: Uint16Array): Uint16Array<ArrayBuffer> {
  const made = new Uint16Array(column.length * 2);
  made.set(column);
  return made;
}
