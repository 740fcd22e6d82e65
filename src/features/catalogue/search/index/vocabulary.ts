/**
 * Rows of a comparison of two words, used again and again: nothing waits within one, and new ones for each of thousands
 * of words would be most of what a misspelt word costs. No word is longer.
 */
const rows: readonly [Uint16Array, Uint16Array, Uint16Array] = [
  new Uint16Array(512),
  new Uint16Array(512),
  new Uint16Array(512),
];

/**
 * A sorted list of words in one block of UTF-16 code units: 40,000 words in a megabyte, where a Map would take five.
 */
export class Vocabulary {
  readonly units: Uint16Array;
  readonly starts: Uint32Array;
  /**
   * The set of a word's letters, one bit each: two words whose sets differ in more than 2 n bits are more than n edits
   * from each other.
   */
  #letters: Uint32Array | null = null;

  constructor(units: Uint16Array, starts: Uint32Array) {
    this.units = units;
    this.starts = starts;
  }

  /** `words` must be sorted by code unit and without doubles. */
  static of(words: readonly string[]): Vocabulary {
    const starts = new Uint32Array(words.length + 1);
    for (let i = 0; i < words.length; i++) starts[i + 1] = (starts[i] as number) + (words[i] as string).length;
    const text = words.join('');
    return new Vocabulary(
      Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)),
      starts,
    );
  }

  get size(): number {
    return this.starts.length - 1;
  }

  word(id: number): string {
    return String.fromCharCode(...this.units.subarray(this.starts[id], this.starts[id + 1]));
  }

  length(id: number): number {
    return (this.starts[id + 1] as number) - (this.starts[id] as number);
  }

  /** The word's id, or -1. */
  find(word: string): number {
    const id = this.#lowerBound(word);
    return id < this.size && this.length(id) === word.length && this.#startsWith(id, word) ? id : -1;
  }

  /** Ids from first up to, not including, last of the words that begin with `prefix`. */
  prefixRange(prefix: string): [first: number, last: number] {
    const first = this.#lowerBound(prefix);
    // No word holds this code unit, which sorts after all others.
    return [first, this.#lowerBound(`${prefix}\uffff`)];
  }

  /**
   * Words at most `most` edits (a letter more, less, other, or two swapped) from `word`, as [id, edits]. With
   * `asPrefix` the end of a longer word is free. Words that begin with another letter are left out, but for two letters
   * swapped: people mistype the middle, not the start.
   */
  near(word: string, most: number, asPrefix: boolean): [id: number, edits: number][] {
    this.#letters ??= this.#letterBits();
    const letters = this.#letters;
    const wanted = letterSetOf(word);
    const found: [number, number][] = [];
    const look = ([first, last]: [number, number]) => {
      for (let id = first; id < last; id++) {
        const length = this.length(id);
        if (length < word.length - most || (!asPrefix && length > word.length + most)) continue;
        const bits = letters[id] as number;
        // Letters of the query that the word lacks need an edit each; the word's own extras only count when the whole
        // word is meant.
        if (popcount(wanted & ~bits) > most || (!asPrefix && popcount(bits & ~wanted) > most)) continue;
        const edits = this.#edits(id, word, most, asPrefix);
        if (edits <= most) found.push([id, edits]);
      }
    };
    // The words are sorted, so that those of a first letter stand together; and so do those whose first two letters are
    // swapped.
    const ranges = [word.slice(0, 1), ...(word.length > 1 && word[0] !== word[1] ? [`${word[1]}${word[0]}`] : [])].map(
      (start) => this.prefixRange(start),
    );
    for (const range of ranges.sort(([a], [b]) => a - b)) look(range);
    return found;
  }

  /** Optimal string alignment distance, given up once it must exceed `most`. */
  #edits(id: number, word: string, most: number, asPrefix: boolean): number {
    const start = this.starts[id] as number;
    const length = Math.min(this.length(id), word.length + most);
    let [before, above, row] = rows;
    for (let j = 0; j <= length; j++) above[j] = j;
    for (let i = 1; i <= word.length; i++) {
      row[0] = i;
      let least = i;
      const letter = word.charCodeAt(i - 1);
      for (let j = 1; j <= length; j++) {
        const other = this.units[start + j - 1];
        let cost = Math.min(
          (above[j] as number) + 1,
          (row[j - 1] as number) + 1,
          (above[j - 1] as number) + (letter === other ? 0 : 1),
        );
        if (i > 1 && j > 1 && letter === this.units[start + j - 2] && word.charCodeAt(i - 2) === other)
          cost = Math.min(cost, (before[j - 2] as number) + 1);
        row[j] = cost;
        if (cost < least) least = cost;
      }
      if (least > most) return most + 1;
      [before, above, row] = [above, row, before];
    }
    return asPrefix ? Math.min(...above.subarray(0, length + 1)) : (above[length] as number);
  }

  #lowerBound(word: string): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(middle, word) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(id: number, word: string): number {
    const start = this.starts[id] as number;
    const length = this.length(id);
    for (let i = 0; i < length && i < word.length; i++) {
      const difference = (this.units[start + i] as number) - word.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return length - word.length;
  }

  #startsWith(id: number, word: string): boolean {
    const start = this.starts[id] as number;
    for (let i = 0; i < word.length; i++) if (this.units[start + i] !== word.charCodeAt(i)) return false;
    return true;
  }

  #letterBits(): Uint32Array {
    const bits = new Uint32Array(this.size);
    for (let id = 0; id < this.size; id++) {
      let set = 0;
      for (let at = this.starts[id] as number; at < (this.starts[id + 1] as number); at++)
        set |= letterBit(this.units[at] as number);
      bits[id] = set;
    }
    return bits;
  }
}

function letterSetOf(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= letterBit(word.charCodeAt(i));
  return bits;
}

function letterBit(code: number): number {
  return code >= 97 ? 1 << (code - 97) : 1 << (26 + (code % 6));
}

export function popcount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
