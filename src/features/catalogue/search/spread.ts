import { type CardIndex, each, setWord, span } from './card-index.ts';
import type { SoughtToken } from './lookup.ts';

/** How much of a token's weight a set's word gives, by its kind. */
const setShare: Record<number, number> = { [setWord.name]: 0.85, [setWord.year]: 0.8, [setWord.series]: 0.55, [setWord.game]: 0.5 };
const codeShare = 1.15;
/** A code that is also a common word of names (`EX`, `GX`, `MEW`) mostly means the word. */
const commonWord = 20;
const commonCodeShare = 0.45;
const traitShare = 0.9;

/** Which tokens the entries of one dictionary hold, and what that is worth. Reused between searches: only what was touched is cleared. */
export class Field {
  readonly masks: Uint16Array;
  readonly scores: Float32Array;
  touched: number[] = [];

  constructor(size: number) {
    this.masks = new Uint16Array(size);
    this.scores = new Float32Array(size);
  }

  hit(entry: number, bit: number, score: number): void {
    const mask = this.masks[entry] as number;
    if (mask & bit) return;
    if (mask === 0) this.touched.push(entry);
    this.masks[entry] = mask | bit;
    this.scores[entry] = (this.scores[entry] as number) + score;
  }

  clear(): void {
    for (const entry of this.touched) {
      this.masks[entry] = 0;
      this.scores[entry] = 0;
    }
    this.touched = [];
  }
}

/** The tokens of a reading, laid out over all names, sets and traits of the index. */
export class Spread {
  readonly names: Field;
  readonly sets: Field;
  readonly traits: Field;

  constructor(index: CardIndex) {
    this.names = new Field(index.nameLength.length);
    this.sets = new Field(index.setKeys.length);
    this.traits = new Field(index.traitPrior.length);
  }

  /** Marks every entry that holds a token, by the surest word first: a later, less sure one adds nothing. */
  lay(index: CardIndex, tokens: readonly SoughtToken[]): void {
    tokens.forEach((token, i) => {
      const bit = 1 << i;
      for (const { word, sureness } of token.hits) {
        const worth = token.weight * sureness;
        each(index.wordNames, word, (name) => this.names.hit(name, bit, worth));
        const ofCode = span(index.wordNames, word) >= commonWord ? commonCodeShare : codeShare;
        each(index.wordSets, word, (item) => {
          const kind = item & 7;
          this.sets.hit(item >> 3, bit, worth * (kind === setWord.code ? ofCode : (setShare[kind] ?? 0)));
        });
        each(index.wordTraits, word, (trait) => this.traits.hit(trait, bit, worth * traitShare));
      }
    });
  }

  clear(): void {
    this.names.clear();
    this.sets.clear();
    this.traits.clear();
  }
}
