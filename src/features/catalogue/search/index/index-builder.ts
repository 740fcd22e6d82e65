import { gameFacts } from '#kernel/cards/games.ts';
import { ownValue } from '#kernel/own-value.ts';
import { traitPriorOf, traitWords } from '../query/traits.ts';
import { numberDigits, numberKey, plainNumber, wordsOf } from '../query/words.ts';
import { type CardIndex, type Postings, setWord, writeCardId } from './card-index.ts';
import { Vocabulary } from './vocabulary.ts';

export interface SetForIndex {
  game: string;
  code: string;
  abbr: string | null;
  name: string;
  series: string | null;
  releaseDate: string | null;
  printedTotal: number | null;
}

/** Rarity, finishes, variants, attributes (each joined by `,`) and print run, joined by `|`. */
export type TraitKey = string;

/**
 * Takes the sets and then their cards in order of set and number, and makes the index. Cards must come set by set in
 * the order of `sets`.
 */
export class IndexBuilder {
  readonly #sets: SetForIndex[];
  readonly #wordIds = new Map<string, number>();
  readonly #wordNames = new PairList();
  readonly #wordSets = new PairList();
  readonly #wordTraits = new PairList();
  readonly #names = new Map<string, number>();
  readonly #nameLength: number[] = [];
  readonly #traits = new Map<TraitKey, number>();
  readonly #traitPrior: number[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #setAt = new Map<string, number>();
  readonly #setStart: number[] = [0];
  readonly #cardName: Uint32Array;
  readonly #cardSet: Uint16Array;
  readonly #cardNumber: Uint32Array;
  readonly #cardTrait: Uint16Array;
  readonly #cardIds: Uint8Array;
  readonly #beginnings = new Map<string, number>();
  #cards = 0;

  constructor(sets: SetForIndex[], cards: number) {
    if (sets.length > 0xffff) throw new Error('the search index holds at most 65,535 sets');
    this.#sets = sets;
    this.#cardName = new Uint32Array(cards);
    this.#cardSet = new Uint16Array(cards);
    this.#cardNumber = new Uint32Array(cards);
    this.#cardTrait = new Uint16Array(cards);
    this.#cardIds = new Uint8Array(cards * 10);
    sets.forEach((set, i) => {
      this.#setAt.set(`${set.game}\n${set.code}`, i);
    });
  }

  add(id: string, game: string, setCode: string, name: string, number: string | null, trait: TraitKey): void {
    const set = this.#setAt.get(`${game}\n${setCode}`);
    if (set === undefined) throw new Error(`card ${id} is of a set that was not given: ${game} ${setCode}`);
    while (this.#setStart.length <= set) this.#setStart.push(this.#cards);
    const card = this.#cards++;
    this.#cardSet[card] = set;
    this.#cardName[card] = this.#nameOf(name);
    this.#cardNumber[card] = number ? this.#numberOf(number) : 0;
    this.#cardTrait[card] = this.#traitOf(trait);
    writeCardId(this.#cardIds, card * 10, id);
  }

  build(revision: number): CardIndex {
    while (this.#setStart.length <= this.#sets.length) this.#setStart.push(this.#cards);
    const setLength = this.#indexSets();
    const { vocabulary, order } = sorted(this.#wordIds);
    const numbers = sorted(this.#numbers);
    const cardNumber = this.#cardNumber.map((id) => (id === 0 ? 0 : (numbers.order[id - 1] as number) + 1));
    const numberKeys = Array.from({ length: numbers.vocabulary.size }, (_, i) => numbers.vocabulary.word(i));
    const games = [...new Set(this.#sets.map((set) => set.game))];
    const namesOfCards = new PairList();
    for (let card = 0; card < this.#cards; card++) namesOfCards.push(this.#cardName[card] as number, card);
    return {
      revision,
      games,
      setKeys: this.#sets.map((set) => `${set.game}\n${set.code}`),
      words: vocabulary,
      wordNames: this.#wordNames.postings(vocabulary.size, order),
      wordSets: this.#wordSets.postings(vocabulary.size, order),
      wordTraits: this.#wordTraits.postings(vocabulary.size, order),
      nameLength: Uint8Array.from(this.#nameLength),
      nameCards: namesOfCards.postings(this.#names.size),
      setLength,
      setStart: Uint32Array.from(this.#setStart),
      setTotal: Uint16Array.from(this.#sets, (set) => Math.min(set.printedTotal ?? 0, 0xffff)),
      setGame: Uint8Array.from(this.#sets, (set) => games.indexOf(set.game)),
      setPrior: Uint8Array.from(this.#sets, (set, i) =>
        setPriorOf((this.#setStart[i + 1] as number) - (this.#setStart[i] as number), this.#isOfTheBeginning(set)),
      ),
      traitPrior: Uint8Array.from(this.#traitPrior),
      numbers: numbers.vocabulary,
      numberDigits: Int32Array.from(numberKeys, numberDigits),
      cardName: this.#cardName,
      cardSet: this.#cardSet,
      cardNumber,
      cardTrait: this.#cardTrait,
      cardIds: this.#cardIds,
    };
  }

  /** Whether a set came out in the first two years of its game. Sports have no beginning. */
  #isOfTheBeginning(set: SetForIndex): boolean {
    if (set.game === 'sports' || !set.releaseDate) return false;
    if (!this.#beginnings.has(set.game)) {
      const dates = this.#sets
        .filter((other) => other.game === set.game && other.releaseDate && (other.printedTotal ?? 99) >= 50)
        .map((other) => other.releaseDate);
      this.#beginnings.set(set.game, Number((dates.sort()[0] ?? '9999').slice(0, 4)));
    }
    return Number(set.releaseDate.slice(0, 4)) <= (this.#beginnings.get(set.game) ?? 0) + 1;
  }

  #word(word: string): number {
    return idIn(this.#wordIds, word);
  }

  #nameOf(name: string): number {
    const words = [...new Set(wordsOf(name))];
    const known = this.#names.size;
    const id = idIn(this.#names, words.join(' '));
    if (id === known) {
      this.#nameLength.push(Math.min(words.length, 255));
      for (const word of words) this.#wordNames.push(this.#word(word), id);
    }
    return id;
  }

  #numberOf(number: string): number {
    const key = plainNumber(numberKey(number));
    return key ? idIn(this.#numbers, key) + 1 : 0;
  }

  #traitOf(trait: TraitKey): number {
    const known = this.#traits.size;
    const id = idIn(this.#traits, trait);
    if (id === known) {
      if (id > 0xffff) throw new Error('the search index holds at most 65,536 combinations of rarity and finish');
      this.#traitPrior.push(traitPriorOf(trait));
      for (const word of traitWords(trait)) this.#wordTraits.push(this.#word(word), id);
    }
    return id;
  }

  #indexSets(): Uint8Array {
    const lengths = new Uint8Array(this.#sets.length);
    this.#sets.forEach((set, i) => {
      const kinds = new Map<string, number>();
      const note = (words: string[], kind: number) => {
        for (const word of words) if (kind < (kinds.get(word) ?? 9)) kinds.set(word, kind);
      };
      const name = new Set(wordsOf(set.name));
      lengths[i] = Math.min(name.size, 255);
      note(codeWords(set), setWord.code);
      note([...name], setWord.name);
      if (set.releaseDate) note([set.releaseDate.slice(0, 4)], setWord.year);
      if (set.series) note(wordsOf(set.series), setWord.series);
      note((ownValue(gameFacts, set.game)?.words ?? set.game).split(' '), setWord.game);
      for (const [word, kind] of kinds) this.#wordSets.push(this.#word(word), i * 8 + kind);
    });
    return lengths;
  }
}

/** A code as buyers type it. Sports codes are their names over again, so they add nothing. */
function codeWords(set: SetForIndex): string[] {
  if (set.game === 'sports') return [];
  const bare = set.code.replace(/~.*$/, '');
  // "CRZ:GG" is written crz, gg and crzgg.
  const written = [bare, set.abbr ?? ''].flatMap((code) => [numberKey(code), ...wordsOf(code)]);
  return [...new Set(written.filter((word) => word.length > 1 && !/^\d+$/.test(word)))];
}

/** Large sets before giveaways, and a game's first sets before all: they are what collectors mean by a bare name. */
function setPriorOf(cards: number, isOfTheBeginning: boolean): number {
  const size = Math.min(8, Math.round(Math.log2(cards + 1)));
  return isOfTheBeginning && cards >= 50 ? Math.min(16, size + 6) : size;
}

function idIn(ids: Map<string, number>, key: string): number {
  const known = ids.get(key);
  if (known !== undefined) return known;
  ids.set(key, ids.size);
  return ids.size - 1;
}

/** The keys in order, and for each old id its new one. */
function sorted(ids: Map<string, number>): { vocabulary: Vocabulary; order: Uint32Array } {
  const words = [...ids.keys()].sort((a, b) => (a < b ? -1 : 1));
  const order = new Uint32Array(words.length);
  words.forEach((word, i) => {
    order[ids.get(word) as number] = i;
  });
  return { vocabulary: Vocabulary.of(words), order };
}

/** Pairs of (key, item) that become one list of items per key. */
class PairList {
  #keys = new Uint32Array(1 << 12);
  #items = new Uint32Array(1 << 12);
  #length = 0;

  push(key: number, item: number): void {
    if (this.#length === this.#keys.length) {
      this.#keys = grown(this.#keys);
      this.#items = grown(this.#items);
    }
    this.#keys[this.#length] = key;
    this.#items[this.#length++] = item;
  }

  /** Items stay in their input order. `order` renames the keys. */
  postings(keys: number, order?: Uint32Array): Postings {
    const starts = new Uint32Array(keys + 1);
    const keyAt = (i: number) => (order ? (order[this.#keys[i] as number] as number) : (this.#keys[i] as number));
    for (let i = 0; i < this.#length; i++) starts[keyAt(i) + 1] = (starts[keyAt(i) + 1] as number) + 1;
    for (let key = 0; key < keys; key++) starts[key + 1] = (starts[key + 1] as number) + (starts[key] as number);
    const next = starts.slice();
    const items = new Uint32Array(this.#length);
    for (let i = 0; i < this.#length; i++) {
      const at = next[keyAt(i)] as number;
      items[at] = this.#items[i] as number;
      next[keyAt(i)] = at + 1;
    }
    return { starts, items };
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
