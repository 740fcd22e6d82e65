import { hourMs, minuteMs } from '#kernel/time.ts';

/** What of the market the model knows: as little as says whether something may happen and what is counted then. */
export interface Copy {
  id: string;
  seller: string;
  price: number;
  quantity: number;
  sold: number;
  lines: Line[];
  purchases: Purchase[];
}
export interface Line {
  offerId: string;
  /** The same for lines that are answered together. */
  group: string;
  listing: Copy;
  quantity: number;
  buyer: string;
  by: 'buyer' | 'seller';
  status: 'pending' | 'accepted' | 'declined' | 'countered' | 'withdrawn' | 'expired';
  promise: 'open' | 'claimed' | 'paid' | 'lapsed' | null;
  ends: number;
  payBy: number;
  cleared: Set<string>;
}
export interface Purchase {
  orderId: string;
  items: readonly Pick<Line, 'listing' | 'quantity'>[];
  buyer: string;
  /** What was promised and is paid with it; empty where it is bought at its price. */
  lines: readonly Line[];
  ends: number;
  state: 'waits' | 'paid' | 'over';
}
export interface Said {
  clientId: string;
  from: string;
  text: string;
}
export interface Talk {
  threadId: string;
  pair: [string, string];
  said: Said[];
  /** How many of `said` the member has deleted with the thread. */
  gone: Map<string, number>;
}

const windowMs = 48 * hourMs;
const payMs = 24 * hourMs;
const holdMs = 30 * minuteMs;

/** When time ends what it is now; null where it does not. */
function endOf({ status, promise, ends, payBy }: Line): number | null {
  if (status === 'pending') return ends;
  return promise === 'open' ? payBy : null;
}

export class Model {
  copies: Copy[] = [];
  lines: Line[] = [];
  purchases: Purchase[] = [];
  talks: Talk[] = [];
  /**
   * What time will end: lines that wait or are promised, and orders that are not paid. So that a long walk asks no
   * longer for them than a short one.
   */
  timed = { lines: new Set<Line>(), purchases: new Set<Purchase>() };
  /** What has changed since it was last compared with the market. */
  touched = { copies: new Set<Copy>(), lines: new Set<Line>(), talks: new Set<Talk>() };
  #copies = new Map<string, Copy>();
  #lines = new Map<string, Line>();

  copyOf(id: string): Copy {
    const found = this.#copies.get(id);
    if (!found) throw new Error(`nobody in the model has listed ${id}`);
    return found;
  }

  lineOf(offerId: string): Line {
    const found = this.#lines.get(offerId);
    if (!found) throw new Error(`nobody in the model has made the offer ${offerId}`);
    return found;
  }

  listed(copy: Omit<Copy, 'sold' | 'lines' | 'purchases'>): void {
    const held = { ...copy, sold: 0, lines: [], purchases: [] };
    this.copies.push(held);
    this.#copies.set(held.id, held);
    this.touched.copies.add(held);
  }

  /** Copies that are neither held nor reserved. */
  free(copy: Copy): number {
    const promised = copy.lines.filter(({ promise }) => promise === 'open');
    const waiting = copy.purchases.filter(({ state }) => state === 'waits');
    const ordered = waiting.flatMap(({ items }) => items.filter(({ listing }) => listing === copy));
    return copy.quantity - copy.sold - [...promised, ...ordered].reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /** Whether this buyer may make an offer for so many of it. */
  mayOffer(buyer: string, copy: Copy, quantity = 1): boolean {
    const own = copy.lines.filter((line) => line.buyer === buyer);
    const underWay = own.some(
      ({ status, promise }) => status === 'pending' || promise === 'open' || promise === 'claimed',
    );
    const waiting = copy.lines.filter(({ status }) => status === 'pending').length;
    return (
      copy.seller !== buyer &&
      this.free(copy) >= quantity &&
      !underWay &&
      own.filter(({ by }) => by === 'buyer').length < 3 &&
      waiting < 5
    );
  }

  together(line: Line): Line[] {
    return this.lines.filter(({ group, status }) => group === line.group && status === line.status);
  }

  waitsFor({ by, buyer, listing }: Line): string {
    return by === 'buyer' ? listing.seller : buyer;
  }

  made(now: number, lines: Pick<Line, 'offerId' | 'group' | 'listing' | 'quantity' | 'buyer' | 'by'>[]): void {
    for (const line of lines) {
      const held: Line = {
        ...line,
        status: 'pending',
        promise: null,
        ends: now + windowMs,
        payBy: 0,
        cleared: new Set(),
      };
      this.lines.push(held);
      this.#lines.set(held.offerId, held);
      held.listing.lines.push(held);
      this.changed([held]);
    }
  }

  /** These lines are not what they were. */
  changed(lines: readonly Line[]): void {
    for (const line of lines) {
      this.touched.lines.add(line);
      this.touched.copies.add(line.listing);
      if (endOf(line) === null) this.timed.lines.delete(line);
      else this.timed.lines.add(line);
    }
  }

  accepted(now: number, lines: readonly Line[]): void {
    for (const line of lines)
      Object.assign(line, { status: 'accepted', promise: 'open', payBy: now + payMs, group: `${line.group} accepted` });
    this.changed(lines);
  }

  /** Decided together: from here on they are a group of their own. */
  ended(lines: readonly Line[], status: Line['status'], mark: string): void {
    for (const line of lines) Object.assign(line, { status, group: `${line.group} ${mark}` });
    this.changed(lines);
  }

  ordered(now: number, purchase: Pick<Purchase, 'orderId' | 'items' | 'buyer' | 'lines'>): void {
    for (const line of purchase.lines) line.promise = 'claimed';
    // What accepted offers reserve is held as long as they do.
    const reservedUntil = purchase.lines.map(({ payBy }) => payBy ?? 0);
    const held: Purchase = { ...purchase, ends: Math.max(now + holdMs, ...reservedUntil), state: 'waits' };
    this.purchases.push(held);
    for (const { listing } of held.items) listing.purchases.push(held);
    this.moved(held);
  }

  /** This purchase is not what it was. */
  moved(purchase: Purchase): void {
    if (purchase.state === 'waits') this.timed.purchases.add(purchase);
    else this.timed.purchases.delete(purchase);
    for (const { listing } of purchase.items) this.touched.copies.add(listing);
    this.changed(purchase.lines);
  }

  paid(purchase: Purchase): void {
    purchase.state = 'paid';
    for (const line of purchase.lines) line.promise = 'paid';
    this.moved(purchase);
    for (const { listing, quantity } of purchase.items) {
      listing.sold += quantity;
      if (listing.sold < listing.quantity) continue;
      for (const line of listing.lines) if (line.status === 'pending') this.ended([line], 'declined', 'sold');
    }
  }

  /** The first moment from `from` on at which time alone ends something. */
  nextEnd(from: number): number {
    const ends = [
      ...[...this.timed.lines].map((line) => endOf(line) ?? 0),
      ...[...this.timed.purchases].map((purchase) => purchase.ends),
    ];
    return Math.min(...ends.filter((end) => end > from));
  }

  passed(now: number): void {
    for (const purchase of [...this.timed.purchases])
      if (now >= purchase.ends) {
        purchase.state = 'over';
        for (const line of purchase.lines) line.promise = now >= line.payBy ? 'lapsed' : 'open';
        this.moved(purchase);
      }
    for (const line of [...this.timed.lines]) {
      if (line.status === 'pending' && now >= line.ends) this.ended([line], 'expired', 'late');
      if (line.promise !== 'open' || now < line.payBy) continue;
      line.promise = 'lapsed';
      this.changed([line]);
    }
  }

  /** What the header says to a member of offers: how many groups of them wait for an answer of theirs. */
  waitingOffers(member: string): number {
    const waiting = [...this.timed.lines].filter(
      (line) => line.status === 'pending' && this.waitsFor(line) === member && !line.cleared.has(member),
    );
    return new Set(waiting.map(({ group }) => group)).size;
  }
}
