import { CardChains } from './card-chains.ts';
import { CardNumbers } from './card-numbers.ts';

/** What the counts need of a listing for sale. */
export interface FacetRow {
  /** The listing's number in the database, 1 and up. */
  n: number;
  /** Null for a card in free text. */
  card: string | null;
  game: string;
  set: string | null;
  setName: string | null;
  rarity: string | null;
  condition: string;
  finish: string | null;
  language: string;
  isGraded: boolean;
  acceptsOffers: boolean;
  priceRank: number;
  /** Seconds since 1970, and so is `publishedAt`. */
  expiresAt: number;
  publishedAt: number;
}

const mostInColumn = 0xffff;

/** The words of one column, each with a small number. 0 stands for none. */
class Dictionary {
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

  find(word: string): number | undefined {
    return this.#numbers.get(word);
  }
}

/** Whole numbers to places, open addressing in two arrays: a tenth of a Map's memory at a million entries. */
class PlaceMap {
  #keys = new Int32Array(1_024);
  #places = new Int32Array(1_024);
  #used = 0;

  get(key: number): number {
    const mask = this.#keys.length - 1;
    for (let at = Math.imul(key, 0x9e3779b1) & mask; ; at = (at + 1) & mask) {
      const found = this.#keys[at];
      if (found === key) return (this.#places[at] as number) - 1;
      if (found === 0) return -1;
    }
  }

  /** Place -1 forgets the key but keeps its cell, so that a key that comes back finds it again. */
  set(key: number, place: number): void {
    if (this.#used * 2 >= this.#keys.length) this.#grow();
    const mask = this.#keys.length - 1;
    for (let at = Math.imul(key, 0x9e3779b1) & mask; ; at = (at + 1) & mask) {
      const found = this.#keys[at];
      if (found !== key && found !== 0) continue;
      if (found === 0) {
        this.#keys[at] = key;
        this.#used++;
      }
      this.#places[at] = place + 1;
      return;
    }
  }

  #grow(): void {
    const keys = this.#keys;
    const places = this.#places;
    let live = 0;
    for (const place of places) if (place > 0) live++;
    const size = live * 4 > keys.length ? keys.length * 2 : keys.length;
    this.#keys = new Int32Array(size);
    this.#places = new Int32Array(size);
    this.#used = 0;
    for (let i = 0; i < keys.length; i++) if ((places[i] as number) > 0) this.set(keys[i] as number, (places[i] as number) - 1);
  }
}

/** Bits of `flags`. */
const graded = 1;
const offers = 2;

/**
 * Every listing for sale in columns of small numbers, 53 bytes each with the chains of its card and room for its rank. All columns of words have one width: the loop that counts them is compiled once
 * and stays fast.
 */
export class FacetColumns {
  readonly games = new Dictionary();
  readonly sets = new Dictionary();
  readonly setNames = new Map<string, string>();
  readonly rarities = new Dictionary();
  readonly conditions = new Dictionary();
  readonly finishes = new Dictionary();
  readonly languages = new Dictionary();
  readonly cards = new CardNumbers();
  readonly ofCard = new CardChains();
  n = new Int32Array(1_024);
  card = new Int32Array(1_024);
  game = new Uint16Array(1_024);
  set = new Uint16Array(1_024);
  rarity = new Uint16Array(1_024);
  condition = new Uint16Array(1_024);
  finish = new Uint16Array(1_024);
  language = new Uint16Array(1_024);
  flags = new Uint8Array(1_024);
  price = new Uint32Array(1_024);
  expiresAt = new Uint32Array(1_024);
  publishedAt = new Uint32Array(1_024);
  /** A search's ranks by place, 0 wherever no search is at work: it has no turn of others within it, and leaves it as it was. */
  ranks = new Int32Array(1_024);
  size = 0;
  /** Listings of cards in free text. */
  freeTexts = 0;
  readonly #places = new PlaceMap();

  /** Where a listing stands until the next change; -1 for one that is not for sale. */
  placeOf(n: number): number {
    return this.#places.get(n);
  }

  put(row: FacetRow): void {
    let at = this.#places.get(row.n);
    if (at === -1) {
      at = this.size++;
      if (at >= this.n.length) this.#grow();
      this.#places.set(row.n, at);
      this.n[at] = row.n;
    } else {
      this.#forgetCard(at);
    }
    this.card[at] = this.cards.add(row.card);
    this.#noteCard(at);
    if (row.set !== null && row.setName !== null) this.setNames.set(row.set, row.setName);
    this.game[at] = this.games.add(row.game);
    this.set[at] = this.sets.add(row.set);
    this.rarity[at] = this.rarities.add(row.rarity);
    this.condition[at] = this.conditions.add(row.condition);
    this.finish[at] = this.finishes.add(row.finish);
    this.language[at] = this.languages.add(row.language);
    this.flags[at] = (row.isGraded ? graded : 0) | (row.acceptsOffers ? offers : 0);
    this.price[at] = Math.min(row.priceRank, 0xffffffff);
    this.expiresAt[at] = row.expiresAt;
    this.publishedAt[at] = row.publishedAt;
  }

  /** The last row moves into the gap, so that the columns stay without holes. */
  remove(n: number): void {
    const at = this.#places.get(n);
    if (at === -1) return;
    const last = --this.size;
    this.#places.set(n, -1);
    this.#forgetCard(at);
    if (at === last) return;
    this.#forgetCard(last);
    const moved = this.n[last] as number;
    for (const column of this.#columns()) column[at] = column[last] as number;
    this.#places.set(moved, at);
    this.#noteCard(at);
  }

  #noteCard(at: number): void {
    const card = this.card[at] as number;
    if (card === 0) this.freeTexts++;
    else this.ofCard.link(at, card);
  }

  #forgetCard(at: number): void {
    const card = this.card[at] as number;
    if (card === 0) this.freeTexts--;
    else this.ofCard.unlink(at, card);
  }

  #columns() {
    return [
      this.n,
      this.card,
      this.game,
      this.set,
      this.rarity,
      this.condition,
      this.finish,
      this.language,
      this.flags,
      this.price,
      this.expiresAt,
      this.publishedAt,
    ];
  }

  #grow(): void {
    const length = this.n.length * 2;
    const wider = <T extends Int32Array | Uint8Array | Uint16Array | Uint32Array>(column: T, made: T): T => {
      made.set(column);
      return made;
    };
    this.n = wider(this.n, new Int32Array(length));
    this.card = wider(this.card, new Int32Array(length));
    this.game = wider(this.game, new Uint16Array(length));
    this.set = wider(this.set, new Uint16Array(length));
    this.rarity = wider(this.rarity, new Uint16Array(length));
    this.condition = wider(this.condition, new Uint16Array(length));
    this.finish = wider(this.finish, new Uint16Array(length));
    this.language = wider(this.language, new Uint16Array(length));
    this.flags = wider(this.flags, new Uint8Array(length));
    this.price = wider(this.price, new Uint32Array(length));
    this.expiresAt = wider(this.expiresAt, new Uint32Array(length));
    this.publishedAt = wider(this.publishedAt, new Uint32Array(length));
    this.ranks = new Int32Array(length);
  }
}
