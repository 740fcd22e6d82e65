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

/** So many hold one value at most, so that to leave its chain is some microseconds' work. */
const mostInChain = 4_096;

/** Short chains that are left again. */
export class LeftChains extends Chains {
  /** Of all at once. */
  clear(): void {
    this.firsts.fill(0);
    this.counts.fill(0);
  }

  isFull(value: number): boolean {
    return this.count(value) >= mostInChain;
  }

  /** A way back from each would be four bytes of a listing. Mostly the one before in the chain is the one before by number. */
  unlink(holder: number, value: number): void {
    const next = this.nexts[holder]!;
    // Or else it might be taken for the one before of what stands behind it.
    this.nexts[holder] = 0;
    this.counts[value]!--;
    if (this.firsts[value] === holder + 1) {
      this.firsts[value] = next;
      return;
    }
    let before = holder - 1;
    if (before < 0 || this.nexts[before] !== holder + 1) {
      before = this.first(value);
      while (before !== -1 && this.nexts[before] !== holder + 1) before = this.next(before);
      if (before === -1) throw new Error(`${holder} is not in the chain of ${value}.`);
    }
    this.nexts[before] = next;
  }
}
