/** Dictionary encoding: every distinct term has a code from 1 up; code 0 means that there is no value. */
export class TermDictionary {
  readonly #terms: string[] = [''];
  readonly #codes = new Map<string, number>();

  /** One more than the highest code. */
  get size(): number {
    return this.#terms.length;
  }

  add(term: string | null): number {
    if (term === null) return 0;
    let code = this.#codes.get(term);
    if (code === undefined) {
      code = this.#terms.push(term) - 1;
      this.#codes.set(term, code);
    }
    return code;
  }

  /** 0 for an unknown term. */
  find(term: string): number {
    return this.#codes.get(term) ?? 0;
  }

  term(code: number): string {
    return this.#terms[code]!;
  }

  /** By code 1 where the term fits. */
  matching(fits: (term: string) => boolean): Uint8Array {
    const matches = new Uint8Array(this.size);
    for (let code = 1; code < matches.length; code++) matches[code] = Number(fits(this.#terms[code]!));
    return matches;
  }
}

/** A dictionary of searchable texts, each found by a part of its title or by its words. */
export class TextDictionary {
  readonly #codes = new Map<string, number>();
  readonly #titles = new TextLines();
  readonly #words = new TextLines();

  get size(): number {
    return this.#codes.size + 1;
  }

  /** `words` are joined by spaces. */
  add(title: string, words: string): number {
    const key = `${title}\n${words}`;
    let code = this.#codes.get(key);
    if (code === undefined) {
      code = this.size;
      this.#codes.set(key, code);
      this.#titles.push(title.toLowerCase());
      this.#words.push(` ${words} `);
    }
    return code;
  }

  /** By code 1 where the title contains `part`, which is in lower case. */
  containing(part: string): Uint8Array {
    return this.#titles.matching(part);
  }

  /** By code 1 where all of these words occur, of which there is one at least. */
  withWords(words: readonly string[]): Uint8Array {
    const [first, ...others] = words.map((word) => this.withPhrase([word]));
    return others.reduce((both, more) => both.map((one, code) => one & more[code]!), first!);
  }

  /** By code 1 where these words occur one after the other. */
  withPhrase(words: readonly string[]): Uint8Array {
    return this.#words.matching(` ${words.join(' ')} `);
  }
}

/** All texts in one buffer, a line each: one native `indexOf` after the other finds a substring in all of them. */
class TextLines {
  #bytes = Buffer.alloc(1 << 14);
  /** By code, where its line ends. Code 0 has none. */
  readonly #ends: number[] = [0];

  push(text: string): void {
    const start = this.#ends.at(-1)!;
    const needed = start + Buffer.byteLength(text) + 1;
    if (needed > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], needed * 2);
    const end = start + this.#bytes.write(text, start);
    this.#bytes[end] = 0x0a;
    this.#ends.push(end + 1);
  }

  matching(part: string): Uint8Array {
    const ends = this.#ends;
    const matches = new Uint8Array(ends.length);
    const bytes = this.#bytes.subarray(0, ends.at(-1));
    const target = Buffer.from(part);
    for (let at = bytes.indexOf(target), code = 1; at !== -1; at = bytes.indexOf(target, ends[code]!)) {
      code = this.#lineAt(at, code);
      matches[code] = 1;
    }
    return matches;
  }

  /** The code whose line holds the byte at `at`, by binary search from code `low` on. */
  #lineAt(at: number, from: number): number {
    let low = from;
    let high = this.#ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ends[middle]! > at) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** By term the rows that have it, as linked lists: a row joins or leaves its list in one step. */
export class PostingLists {
  readonly #first: number[] = [];
  #next = new Int32Array(0);
  #previous = new Int32Array(0);

  /** The first row of a term, and the row after another one; -1 at the end. */
  first(term: number): number {
    return this.#first[term] ?? -1;
  }

  next(row: number): number {
    return this.#next[row]!;
  }

  add(term: number, row: number): void {
    const first = this.first(term);
    this.#next[row] = first;
    this.#previous[row] = -1;
    if (first !== -1) this.#previous[first] = row;
    this.#first[term] = row;
  }

  remove(term: number, row: number): void {
    const [next, previous] = [this.#next[row]!, this.#previous[row]!];
    if (previous === -1) this.#first[term] = next;
    else this.#next[previous] = next;
    if (next !== -1) this.#previous[next] = previous;
  }

  reserve(rows: number): void {
    this.#next = grown(this.#next, rows);
    this.#previous = grown(this.#previous, rows);
  }
}

/**
 * The column itself while it is long enough; else a longer copy, with a tenth to spare so that growing one by one stays
 * cheap.
 */
export function grown<Column extends Uint8Array | Int32Array | Uint32Array | Float64Array>(
  column: Column,
  length: number,
  fill = 0,
): Column {
  if (length <= column.length) return column;
  const longer = new (column.constructor as new (length: number) => Column)(Math.ceil(length * 1.1));
  longer.set(column);
  if (fill !== 0) longer.fill(fill, column.length);
  return longer;
}
