import { Chains } from './chains.ts';
import { type Narrow, roomFor, wider } from './column.ts';

/** What an issue is made of: numbers of the columns' words, 0 where there is none. */
export interface IssueFacts {
  card: number;
  name: number;
  number: number;
  edition: number;
  /** 1 where the listings have a title of their own, which their name ends with. */
  ownTitle: number;
}

/**
 * A card as listings call it, its issue: card, name and title, number and edition as one number, 1 and up. A million listings are of a quarter of a million issues, so that what is asked of these is asked of each issue once, and
 * a listing has four bytes for it. An issue that no listing is of any more stays, as names do, until all is read anew.
 */
export class Issues {
  card = new Int32Array(1_024);
  name: Narrow = new Uint16Array(1_024);
  number: Narrow = new Uint16Array(1_024);
  edition: Narrow = new Uint16Array(1_024);
  ownTitle = new Uint8Array(1_024);
  /** By the number of the card, the name, the edition and the card's number; what has no card or none of the latter is in no chain. */
  readonly ofCard = new Chains();
  readonly ofName = new Chains();
  readonly ofEdition = new Chains();
  readonly ofNumber = new Chains();
  /** How many there are. */
  size = 0;
  /** Open addressing: the issue that stands in a cell. */
  #cells = new Int32Array(2_048);

  /** The issue of one more listing; another of the same facts where that one is full. */
  add(facts: IssueFacts, isFull: (issue: number) => boolean): number {
    const mask = this.#cells.length - 1;
    for (let at = hash(facts) & mask; this.#cells[at] !== 0; at = (at + 1) & mask) {
      const known = this.#cells[at]!;
      if (this.#isOf(known, facts) && !isFull(known)) return known;
    }
    return this.begin(facts);
  }

  /** One more issue. */
  begin(facts: IssueFacts): number {
    const { card, name, number, edition, ownTitle } = facts;
    const issue = ++this.size;
    if (issue >= this.card.length) this.#grow();
    this.card[issue] = card;
    this.name = roomFor(this.name, name);
    this.name[issue] = name;
    this.number = roomFor(this.number, number);
    this.number[issue] = number;
    this.edition = roomFor(this.edition, edition);
    this.edition[issue] = edition;
    this.ownTitle[issue] = ownTitle;
    if (card !== 0) this.ofCard.link(issue, card);
    if (number !== 0) this.ofNumber.link(issue, number);
    this.ofName.link(issue, name);
    this.ofEdition.link(issue, edition);
    if (issue * 2 > this.#cells.length) this.#spread(this.#cells.length * 2);
    else this.#place(issue);
    return issue;
  }

  factsOf(issue: number): IssueFacts {
    return {
      card: this.card[issue]!,
      name: this.name[issue]!,
      number: this.number[issue]!,
      edition: this.edition[issue]!,
      ownTitle: this.ownTitle[issue]!,
    };
  }

  #isOf(issue: number, { card, name, number, edition, ownTitle }: IssueFacts): boolean {
    const isSameCard = this.card[issue] === card && this.name[issue] === name && this.number[issue] === number;
    return isSameCard && this.edition[issue] === edition && this.ownTitle[issue] === ownTitle;
  }

  #grow(): void {
    this.card = wider(this.card);
    this.name = wider(this.name);
    this.number = wider(this.number);
    this.edition = wider(this.edition);
    this.ownTitle = wider(this.ownTitle);
  }

  #spread(size: number): void {
    this.#cells = new Int32Array(size);
    for (let issue = 1; issue <= this.size; issue++) this.#place(issue);
  }

  #place(issue: number): void {
    const mask = this.#cells.length - 1;
    let at = hash(this.factsOf(issue)) & mask;
    while (this.#cells[at] !== 0) at = (at + 1) & mask;
    this.#cells[at] = issue;
  }
}

function hash({ card, name, number, edition }: IssueFacts): number {
  const mixed = Math.imul(Math.imul(Math.imul(card ^ Math.imul(name, 0x85ebca6b), 0x9e3779b1) ^ number, 0xc2b2ae35) ^ edition, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
