import { hourMs, minuteMs } from '#kernel/time.ts';

/** What of the market the model knows: as little as says whether something may happen and what is counted then. */
export interface Copy {
  id: string;
  seller: string;
  price: number;
  quantity: number;
  sold: number;
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
  /** How many of `said` the member has read, or deleted with the thread. */
  read: Map<string, number>;
  gone: Map<string, number>;
}

const windowMs = 48 * hourMs;
const payMs = 24 * hourMs;
const holdMs = 30 * minuteMs;

export class Model {
  copies: Copy[] = [];
  lines: Line[] = [];
  purchases: Purchase[] = [];
  talks: Talk[] = [];

  /** Copies that nobody has and nobody is promised. */
  free(copy: Copy): number {
    const promised = this.lines.filter(({ listing, promise }) => listing === copy && promise === 'open');
    const ordered = this.purchases.filter(({ state }) => state === 'waits').flatMap(({ items }) => items.filter(({ listing }) => listing === copy));
    return copy.quantity - copy.sold - [...promised, ...ordered].reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /** Whether this buyer may make an offer for so many of it. */
  mayOffer(buyer: string, copy: Copy, quantity = 1): boolean {
    const own = this.lines.filter((line) => line.listing === copy && line.buyer === buyer);
    const underWay = own.some(({ status, promise }) => status === 'pending' || promise === 'open' || promise === 'claimed');
    const waiting = this.lines.filter((line) => line.listing === copy && line.status === 'pending').length;
    return copy.seller !== buyer && this.free(copy) >= quantity && !underWay && own.filter(({ by }) => by === 'buyer').length < 3 && waiting < 5;
  }

  together(line: Line): Line[] {
    return this.lines.filter(({ group, status }) => group === line.group && status === line.status);
  }

  waitsFor({ by, buyer, listing }: Line): string {
    return by === 'buyer' ? listing.seller : buyer;
  }

  made(now: number, lines: Pick<Line, 'offerId' | 'group' | 'listing' | 'quantity' | 'buyer' | 'by'>[]): void {
    for (const line of lines) this.lines.push({ ...line, status: 'pending', promise: null, ends: now + windowMs, payBy: 0, cleared: new Set() });
  }

  accepted(now: number, lines: readonly Line[]): void {
    for (const line of lines) Object.assign(line, { status: 'accepted', promise: 'open', payBy: now + payMs, group: `${line.group} accepted` });
  }

  /** Decided together: from here on they are a group of their own. */
  ended(lines: readonly Line[], status: Line['status'], mark: string): void {
    for (const line of lines) Object.assign(line, { status, group: `${line.group} ${mark}` });
  }

  ordered(now: number, purchase: Pick<Purchase, 'orderId' | 'items' | 'buyer' | 'lines'>): void {
    for (const line of purchase.lines) line.promise = 'claimed';
    this.purchases.push({ ...purchase, ends: now + holdMs, state: 'waits' });
  }

  paid(purchase: Purchase): void {
    purchase.state = 'paid';
    for (const line of purchase.lines) line.promise = 'paid';
    for (const { listing, quantity } of purchase.items) {
      listing.sold += quantity;
      if (listing.sold < listing.quantity) continue;
      for (const line of this.lines) if (line.listing === listing && line.status === 'pending') this.ended([line], 'declined', 'sold');
    }
  }

  passed(now: number): void {
    for (const purchase of this.purchases)
      if (purchase.state === 'waits' && now >= purchase.ends) {
        purchase.state = 'over';
        for (const line of purchase.lines) line.promise = now >= line.payBy ? 'lapsed' : 'open';
      }
    for (const line of this.lines) {
      if (line.status === 'pending' && now >= line.ends) this.ended([line], 'expired', 'late');
      if (line.promise === 'open' && now >= line.payBy) line.promise = 'lapsed';
    }
  }

  /** What the header says to a member: groups of offers that wait for them, and threads in which something does. */
  counters(member: string): { offers: number; messages: number } {
    const waiting = this.lines.filter((line) => line.status === 'pending' && this.waitsFor(line) === member && !line.cleared.has(member));
    const unread = this.talks.filter(
      ({ pair, said, read }) => pair.includes(member) && said.slice(read.get(member) ?? 0).some(({ from }) => from !== member),
    );
    return { offers: new Set(waiting.map(({ group }) => group)).size, messages: unread.length };
  }
}
