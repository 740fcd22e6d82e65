/** The prints of one game in numbers of their own, some two thousand of seven: what is counted by them is as long as the game has prints. A number stays a print's, as the print stays in the columns. */
export class GamePrints {
  #numbers = new Uint16Array(1_024);
  /** By its number in the game: the print. The first is 0, what has neither set nor rarity, in every game. */
  readonly prints: number[] = [0];

  add(print: number): number {
    if (print >= this.#numbers.length) {
      const wider = new Uint16Array(Math.max(print + 1, this.#numbers.length * 2));
      wider.set(this.#numbers);
      this.#numbers = wider;
    }
    if (print !== 0 && this.#numbers[print] === 0) this.#numbers[print] = this.prints.push(print) - 1;
    return this.#numbers[print]!;
  }
}
