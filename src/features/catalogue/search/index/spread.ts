import type { QueryToken } from '../lookup.ts';
import { type CardIndex, type Postings, setWord, span } from './card-index.ts';

/** How much of a token's weight a set's word gives, by its kind. */
const setShare: Record<number, number> = {
  [setWord.name]: 0.85,
  [setWord.year]: 0.8,
  [setWord.series]: 0.55,
  [setWord.game]: 0.5,
};
const codeShare = 1.15;
/** A code that is also a common word of names (`EX`, `GX`, `MEW`) mostly means the word. */
const commonWord = 20;
const commonCodeShare = 0.45;
const traitShare = 0.9;

/**
 * Which tokens the entries of one dictionary have, and their score. Reused between searches without allocation: only
 * changed entries are cleared.
 */
export class Field {
  readonly masks: Uint16Array<ArrayBuffer>;
  readonly scores: Float32Array<ArrayBuffer>;
  /** The first `count` are the entries that were hit, in that order. */
  readonly touched: Uint32Array<ArrayBuffer>;
  count = 0;

  constructor(size: number) {
    this.masks = new Uint16Array(size);
    this.scores = new Float32Array(size);
    this.touched = new Uint32Array(size);
  }

  /** All entries that the postings name for a key. */
  hitAll(postings: Postings, key: number, bit: number, score: number): void {
    const { starts, items } = postings;
    const end = starts[key + 1] as number;
    for (let at = starts[key] as number; at < end; at++) this.hit(items[at] as number, bit, score);
  }

  hit(entry: number, bit: number, score: number): void {
    const mask = this.masks[entry] as number;
    if (mask & bit) return;
    if (mask === 0) this.touched[this.count++] = entry;
    this.masks[entry] = mask | bit;
    this.scores[entry] = (this.scores[entry] as number) + score;
  }

  /** Every token that some entry holds. */
  get held(): number {
    let held = 0;
    for (let at = 0; at < this.count; at++) held |= this.masks[this.touched[at] as number] as number;
    return held;
  }

  clear(): void {
    for (let at = 0; at < this.count; at++) {
      const entry = this.touched[at] as number;
      this.masks[entry] = 0;
      this.scores[entry] = 0;
    }
    this.count = 0;
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
  lay(index: CardIndex, tokens: readonly QueryToken[]): void {
    const { wordNames, wordSets, wordTraits } = index;
    for (let i = 0; i < tokens.length; i++) {
      const { hits, weight } = tokens[i] as QueryToken;
      const bit = 1 << i;
      for (const { word, sureness } of hits) {
        const worth = weight * sureness;
        this.names.hitAll(wordNames, word, bit, worth);
        const ofCode = span(wordNames, word) >= commonWord ? commonCodeShare : codeShare;
        const end = wordSets.starts[word + 1] as number;
        for (let at = wordSets.starts[word] as number; at < end; at++) {
          const item = wordSets.items[at] as number;
          const kind = item & 7;
          this.sets.hit(item >> 3, bit, worth * (kind === setWord.code ? ofCode : (setShare[kind] ?? 0)));
        }
        this.traits.hitAll(wordTraits, word, bit, worth * traitShare);
      }
    }
  }

  clear(): void {
    this.names.clear();
    this.sets.clear();
    this.traits.clear();
  }
}
