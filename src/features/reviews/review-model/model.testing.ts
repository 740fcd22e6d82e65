import { dayMs, hourMs } from '#kernel/time.ts';

/** A review in the model. */
export interface Said {
  order: string;
  author: string;
  about: string;
  rating: number;
  createdAt: number;
  shownAt: number | null;
  reply: string | null;
  isHidden: boolean;
  counts: boolean;
}

export interface Trade {
  id: string;
  seller: string;
  buyer: string;
  deliveredAt: number | null;
  isReported: boolean;
}

const [showAfter, editWithin, writeWithin, countsAgain] = [7 * dayMs, 24 * hourMs, 60 * dayMs, 30 * dayMs];

/**
 * The rules of reviews in the simplest form, without a database: every move returns the status that the API has to
 * answer.
 */
export class ReviewModel {
  readonly trades = new Map<string, Trade>();
  readonly said: Said[] = [];

  write(order: string, author: string, rating: number, now: number): number {
    const trade = this.trades.get(order);
    if (!trade || ![trade.seller, trade.buyer].includes(author)) return 404;
    const own = this.said.find((one) => one.order === order && one.author === author);
    if (trade.deliveredAt === null) return 409;
    if (own) {
      if (own.shownAt !== null || now - own.createdAt >= editWithin) return 409;
      own.rating = rating;
      return 201;
    }
    if (now - trade.deliveredAt >= writeWithin) return 409;
    const about = trade.seller === author ? trade.buyer : trade.seller;
    const fresh: Said = {
      order,
      author,
      about,
      rating,
      createdAt: now,
      shownAt: null,
      reply: null,
      isHidden: false,
      counts: false,
    };
    const other = this.said.find((one) => one.order === order);
    this.said.push(fresh);
    if (other?.shownAt === null) this.show(other, now);
    if (other) this.show(fresh, now);
    return 201;
  }

  reply(one: Said, by: string, text: string): number {
    if (one.shownAt === null || one.isHidden) return 404;
    if (one.about !== by) return 403;
    if (one.reply !== null) return 409;
    one.reply = text;
    return 201;
  }

  hide(one: Said): number {
    if (one.shownAt === null) return 404;
    if (one.isHidden) return 409;
    Object.assign(one, { isHidden: true, counts: false });
    return 200;
  }

  release(one: Said): number {
    if (one.shownAt === null) return 404;
    if (!one.isHidden) return 409;
    one.isHidden = false;
    one.counts = this.mayCount(one, one.shownAt);
    return 200;
  }

  /** Only a visible review can be reported, and not by its author. */
  report(one: Said, by: string): number {
    if (one.author === by) return one.shownAt !== null && !one.isHidden ? 403 : 404;
    return one.shownAt !== null && !one.isHidden ? 201 : 404;
  }

  /** The next moment at which one is shown by its timer. */
  nextShown(): number | null {
    const waiting = this.said.filter(({ shownAt }) => shownAt === null).map(({ createdAt }) => createdAt + showAfter);
    return waiting.length > 0 ? Math.min(...waiting) : null;
  }

  timeIs(now: number): void {
    for (const one of this.said) if (one.shownAt === null && one.createdAt + showAfter <= now) this.show(one, now);
  }

  visibleOf(member: string): Said[] {
    return this.said.filter(({ about, shownAt, isHidden }) => about === member && shownAt !== null && !isHidden);
  }

  ratingOf(member: string): [number | null, number] {
    const stars = this.visibleOf(member).flatMap(({ counts, rating }) => (counts ? [rating] : []));
    const sum = stars.reduce((all, each) => all + each, 0);
    return stars.length === 0 ? [null, 0] : [Math.round((sum * 100) / stars.length) / 100, stars.length];
  }

  private show(one: Said, now: number): void {
    one.counts = this.mayCount(one, now);
    one.shownAt = now;
  }

  private mayCount({ author, about }: Said, shownAt: number): boolean {
    return this.said.every(
      (other) =>
        other.author !== author ||
        other.about !== about ||
        !other.counts ||
        Math.abs((other.shownAt ?? 0) - shownAt) >= countsAgain,
    );
  }
}
