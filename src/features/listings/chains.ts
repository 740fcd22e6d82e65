import { wider } from './column.ts';

/**
 * What holds a value with a number of its own: for each value its holders in a chain, so that those of a few hundred values are found without a look at all the others. Nothing leaves these chains.
 * Holders are kept one higher, so that 0 stands for none and room for more is memory that nobody has touched yet.
 */
export class Chains {
  protected firsts = new Int32Array(1_024);
  protected nexts = new Int32Array(1_024);
  protected counts = new Int32Array(1_024);

  /** The holder must be in no chain. */
  link(holder: number, value: number): void {
    if (value >= this.firsts.length) {
      this.firsts = wider(this.firsts, value + 1);
      this.counts = wider(this.counts, value + 1);
    }
    if (holder >= this.nexts.length) this.nexts = wider(this.nexts, holder + 1);
    this.nexts[holder] = this.firsts[value]!;
    this.firsts[value] = holder + 1;
    this.counts[value]!++;
  }

  /** How many hold the value. */
  count(value: number): number {
    return this.counts[value] ?? 0;
  }

  /** How many hold a value that a table marks. */
  countOf(table: Uint8Array): number {
    const { counts } = this;
    let count = 0;
    for (let value = table.indexOf(1); value !== -1 && value < counts.length; value = table.indexOf(1, value + 1)) count += counts[value]!;
    return count;
  }

  /** The first of a value's chain, -1 where it has none; and the one after another. */
  first(value: number): number {
    return (this.firsts[value] ?? 0) - 1;
  }

  next(holder: number): number {
    return (this.nexts[holder] as number) - 1;
  }
}

/** Chains that are left as they were entered, which takes a way back. */
export class LeftChains extends Chains {
  #befores = new Int32Array(1_024);

  /** Of all at once. */
  clear(): void {
    this.firsts.fill(0);
    this.counts.fill(0);
  }

  override link(holder: number, value: number): void {
    if (holder >= this.#befores.length) this.#befores = wider(this.#befores, holder + 1);
    const first = this.first(value);
    super.link(holder, value);
    this.#befores[holder] = 0;
    if (first !== -1) this.#befores[first] = holder + 1;
  }

  unlink(holder: number, value: number): void {
    const next = this.nexts[holder] as number;
    const before = this.#befores[holder] as number;
    if (next !== 0) this.#befores[next - 1] = before;
    if (before === 0) this.firsts[value] = next;
    else this.nexts[before - 1] = next;
    this.counts[value]!--;
  }
}
