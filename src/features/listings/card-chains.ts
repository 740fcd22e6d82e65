/** Which places hold a card: for each card its places in a chain, so that those of a few hundred cards are found without a look at all the others. */
export class CardChains {
  #first = new Int32Array(1_024).fill(-1);
  #next = new Int32Array(1_024);
  #before = new Int32Array(1_024);

  /** The place must be in no chain. */
  link(place: number, card: number): void {
    if (card >= this.#first.length) this.#first = wider(this.#first, card + 1);
    if (place >= this.#next.length) {
      this.#next = wider(this.#next, place + 1);
      this.#before = wider(this.#before, place + 1);
    }
    const first = this.#first[card] as number;
    this.#next[place] = first;
    this.#before[place] = -1;
    if (first !== -1) this.#before[first] = place;
    this.#first[card] = place;
  }

  unlink(place: number, card: number): void {
    const next = this.#next[place] as number;
    const before = this.#before[place] as number;
    if (next !== -1) this.#before[next] = before;
    if (before === -1) this.#first[card] = next;
    else this.#next[before] = next;
  }

  each(card: number, visit: (place: number) => void): void {
    for (let place = this.#first[card] ?? -1; place !== -1; place = this.#next[place] as number) visit(place);
  }
}

function wider(column: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const made = new Int32Array(Math.max(least, column.length * 2)).fill(-1);
  made.set(column);
  return made;
}
