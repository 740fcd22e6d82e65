import { TextNumbers } from './text-numbers.ts';

/** Of texts with numbers 1 and up, the search words of each: for every word the texts that hold it in a chain, so that a question walks over those alone. */
export class HeldWords {
  readonly #words = new TextNumbers('as it is');
  /** By the word's number, where its chain begins: one more than the place. */
  #first = new Int32Array(1_024);
  #texts = new Int32Array(1_024);
  #next = new Int32Array(1_024);
  #held = 0;
  #noted = 0;

  /** The words of the text with this number, where they are not there yet. Numbers come in their order. */
  note(number: number, words: () => readonly string[]): void {
    if (number !== this.#noted + 1) return;
    this.#noted = number;
    for (const word of words()) this.#hold(this.#words.add(word), number);
  }

  /** A table over the numbers: 1 for those whose text holds this word. */
  holding(word: string): Uint8Array {
    const table = new Uint8Array(this.#noted + 1);
    const known = this.#words.find(word);
    if (known === 0) return table;
    for (let at = this.#first[known]!; at !== 0; at = this.#next[at - 1]!) table[this.#texts[at - 1]!] = 1;
    return table;
  }

  #hold(word: number, text: number): void {
    if (word >= this.#first.length) this.#first = wider(this.#first);
    if (this.#held === this.#texts.length) {
      this.#texts = wider(this.#texts);
      this.#next = wider(this.#next);
    }
    const at = this.#held++;
    this.#texts[at] = text;
    this.#next[at] = this.#first[word]!;
    this.#first[word] = at + 1;
  }
}

function wider(column: Int32Array): Int32Array<ArrayBuffer> {
  const made = new Int32Array(column.length * 2);
  made.set(column);
  return made;
}
