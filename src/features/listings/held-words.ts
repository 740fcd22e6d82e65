import { TextBlock } from './text-block.ts';

/** Of texts with numbers 1 and up, the search words of each: which of them hold a word is a walk over the words of all, some hundreds of kilobytes for the names of a large market. */
export class HeldWords {
  readonly #lines = new TextBlock();

  /** The words of the text with this number, where they are not there yet. Numbers come in their order. */
  note(number: number, words: () => readonly string[]): void {
    if (number === this.#lines.size + 1) this.#lines.keep(this.#lines.write(` ${words().join(' ')} `));
  }

  /** A table over the numbers: 1 for those whose text holds this word. */
  holding(word: string): Uint8Array {
    return this.#lines.holding(` ${word} `);
  }
}
