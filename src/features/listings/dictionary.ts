const mostInColumn = 0xffff;

/** The words of one column, each with a small number. 0 stands for none. */
export class Dictionary {
  readonly words: (string | null)[] = [null];
  readonly #numbers = new Map<string, number>();

  add(word: string | null): number {
    if (word === null) return 0;
    let number = this.#numbers.get(word);
    if (number === undefined) {
      // Beyond what a column can number a word is counted with those that have none.
      if (this.words.length > mostInColumn) return 0;
      number = this.words.push(word) - 1;
      this.#numbers.set(word, number);
    }
    return number;
  }

  /** By its number, whether a word fits. */
  marking(fits: (word: string) => boolean): Uint8Array {
    return Uint8Array.from(this.words, (word) => Number(word !== null && fits(word)));
  }

  find(word: string): number | undefined {
    return this.#numbers.get(word);
  }
}
