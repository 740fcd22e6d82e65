/**
 * Which places hold a card, or another value with a number of its own: for each its places in a chain, so that those of a few hundred cards are found without a look at all the others.
 * Places are kept one higher, so that 0 stands for none and room for more is memory that nobody has touched yet.
 */
export class CardChains {
  #first = new Int32Array(1_024);
  #counts = new Int32Array(1_024);
  #next = new Int32Array(1_024);
  #before = new Int32Array(1_024);

  /** Of all places at once. */
  clear(): void {
    this.#first.fill(0);
    this.#counts.fill(0);
  }

  /** The place must be in no chain. */
  link(place: number, card: number): void {
    if (card >= this.#first.length) {
      this.#first = wider(this.#first, card + 1);
      this.#counts = wider(this.#counts, card + 1);
    }
    if (place >= this.#next.length) {
      this.#next = wider(this.#next, place + 1);
      this.#before = wider(this.#before, place + 1);
    }
    const first = this.#first[card] as number;
    this.#next[place] = first;
    this.#before[place] = 0;
    if (first !== 0) this.#before[first - 1] = place + 1;
    this.#first[card] = place + 1;
    this.#counts[card]!++;
  }

  unlink(place: number, card: number): void {
    const next = this.#next[place] as number;
    const before = this.#before[place] as number;
    if (next !== 0) this.#before[next - 1] = before;
    if (before === 0) this.#first[card] = next;
    else this.#next[before - 1] = next;
    this.#counts[card]!--;
  }

  /** How many places the cards have that a table marks. */
  countOf(table: Uint8Array): number {
    const counts = this.#counts;
    const end = Math.min(table.length, counts.length);
    let count = 0;
    for (let card = 1; card < end; card++) if (table[card] === 1) count += counts[card]!;
    return count;
  }

  /** The first place of a card's chain, -1 where it has none; and the one after another. */
  first(card: number): number {
    return (this.#first[card] ?? 0) - 1;
  }

  next(place: number): number {
    return (this.#next[place] as number) - 1;
  }
}

function wider(column: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const made = new Int32Array(Math.max(least, column.length * 2));
  made.set(column);
  return made;
}
