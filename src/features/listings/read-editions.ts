import { TextBlock } from './text-block.ts';
import type { TextNumbers } from './text-numbers.ts';

/** A set as listings say it: its game and code as they are, and the code in small letters. */
export interface Edition {
  of: string;
  code: string;
}

/** Capitals as the database folds them in every locale. */
const fold = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Editions, `game\ncode\nname of the set`, taken apart once: there are some thousands, and each search for a set looks at all of them. */
export class ReadEditions {
  readonly #texts: Pick<TextNumbers, 'size' | 'text'>;
  readonly #read: Edition[] = [];
  /** Of each, by its number, the set's name in small letters. */
  readonly #names = new TextBlock();

  constructor(texts: Pick<TextNumbers, 'size' | 'text'>) {
    this.#texts = texts;
  }

  /** Each by its number less one. */
  all(): readonly Edition[] {
    while (this.#read.length < this.#texts.size) {
      const [game = '', code = '', name = ''] = this.#texts.text(this.#read.length + 1).split('\n');
      this.#read.push({ of: `${game}\n${code}`, code: fold(code) });
      this.#names.keep(this.#names.write(fold(name)));
    }
    return this.#read;
  }

  /** A table over the numbers: 1 for those of a set whose name holds this part, which is small letters. */
  holding(part: string): Uint8Array {
    this.all();
    return this.#names.holding(part);
  }
}
