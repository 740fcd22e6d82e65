import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '#platform/config/config.ts';
import { withClient } from '../lib/database.ts';
import { fillMembers } from '../lib/fill.ts';
import { withSignIn } from '../lib/sign-in.ts';
import { createRetryClient } from './retry.ts';

/** Enough members that none reaches a limit of its own, however long the run. */
const counts = { sellers: 200, buyers: 800 };
/** People who each list a copy that two others want at the same moment. */
const atOnce = 4;

export interface People {
  sellers: string[];
  buyers: string[];
}

/** People who do something all the time, while parts of their market are killed. */
export interface Activity {
  /** Acts that were acknowledged so far. */
  done(): number;
  /** When the request of the newest acknowledged purchase started. */
  lastStartedAt(): number;
  underWay(): number;
  /** The market has come back from a kill. */
  noteRecovery(): void;
}

export interface Shop extends Activity {
  /** Requests without an answer or with a 5xx, asked again with their key. */
  failures(): number;
  listings(): readonly string[];
  orders(): readonly { id: string; listingId: string }[];
  /** Acknowledged since the last call. */
  takeRecent(): { listings: string[]; orders: { id: string; listingId: string }[] };
  /** Orders whose money the page took before that moment and whose books do not say so yet. */
  waiting(paidBefore: number): string[];
  /**
   * Milliseconds from the page's word to that of the books, in all and since the last time that the market came back.
   */
  paid(): readonly { waitedMs: number; sinceBackMs: number }[];
  /** Answers that contradict each other. */
  complaints(): string[];
  /** Resolves when all started requests have been answered. */
  end(): Promise<void>;
  /** Ends everything, answered or not. */
  cut(): Promise<void>;
}

/** Members of a year ago with a confirmed address, by id. */
export function makeMembers(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, (client) => fillMembers(client, counts.sellers + counts.buyers, Date.now()));
}

/** Signs those members in, for an hour. */
export async function signIn(ids: readonly string[], databaseUrl: string, config: Config): Promise<People> {
  const tokens = await withSignIn(databaseUrl, config, ({ tokensOf }) => tokensOf(ids));
  return { sellers: tokens.slice(0, counts.sellers), buyers: tokens.slice(counts.sellers) };
}

interface ShopOptions {
  url: string;
  databaseUrl(): string;
  people: People;
}

/**
 * From now on copies are listed; two buyers order each at the same moment, and the winner pays.
 * Every request is made again, with its key, until it is answered.
 */
export function startShop({ url, databaseUrl, people }: ShopOptions): Shop {
  const listings: string[] = [];
  const orders: { id: string; listingId: string }[] = [];
  const notified = { listings: 0, orders: 0 };
  const pending = new Map<string, number>();
  const paid: { waitedMs: number; sinceBackMs: number }[] = [];
  const complaints: string[] = [];
  const { ask, ...asking } = createRetryClient(url);
  let isOver = false;
  let turn = 0;
  let startedAt = 0;
  let backAt = 0;

  async function buy(listingId: string, buyer: number): Promise<string | null> {
    const { status, body, triedAt } = await ask(
      '/api/orders',
      { listingId },
      { token: people.buyers[buyer] ?? '', address: counts.sellers + buyer },
    );
    if (status === 409 && (body as { code: string }).code === 'not_available') return null;
    if (status !== 201) throw new Error(`buying answered ${status}: ${JSON.stringify(body)}`);
    const { order, checkoutUrl } = body as { order: { id: string }; checkoutUrl: string };
    orders.push({ id: order.id, listingId });
    startedAt = Math.max(startedAt, triedAt);
    const page = await ask(
      `${checkoutUrl}/pay`,
      { card: '4242424242424242' },
      { token: null, address: counts.sellers + buyer },
    );
    if (page.status !== 200) throw new Error(`paying answered ${page.status}: ${JSON.stringify(page.body)}`);
    pending.set(order.id, Date.now());
    return order.id;
  }

  async function sellOne(): Promise<void> {
    const own = turn++;
    const seller = own % counts.sellers;
    const price = { amount: 900, currency: 'USD' };
    const draft = { game: 'pokemon', name: 'Charizard', condition: 'good', price, status: 'active' };
    const listed = await ask('/api/listings', draft, { token: people.sellers[seller] ?? '', address: seller });
    if (listed.status !== 201) throw new Error(`listing answered ${listed.status}: ${JSON.stringify(listed.body)}`);
    const { id } = listed.body as { id: string };
    listings.push(id);
    const won = await Promise.all([0, 1].map((n) => buy(id, (2 * own + n) % counts.buyers)));
    const winners = won.filter((order) => order !== null).length;
    if (winners !== 1) complaints.push(`of two people who wanted listing ${id}, ${winners} heard that they have it`);
  }

  /** Looks, as an outsider, when the books say that it is paid. */
  async function look(): Promise<void> {
    const ids = [...pending.keys()];
    if (ids.length === 0) return;
    const seen = await withClient(databaseUrl(), (client) =>
      client.query<{ id: string }>('select id from orders where id = any($1) and paid_at is not null', [ids]),
    );
    for (const { id } of seen.rows) {
      const paidAt = pending.get(id) ?? 0;
      pending.delete(id);
      paid.push({ waitedMs: Date.now() - paidAt, sinceBackMs: Date.now() - Math.max(paidAt, backAt) });
    }
  }

  const shoppers = Array.from({ length: atOnce }, async () => {
    try {
      while (!isOver) await sellOne();
    } catch (error) {
      // An unexpected response: this buyer stops.
      complaints.push(String((error as Error).message));
    }
  });
  let isLooking = true;
  const looking = (async () => {
    // The database is away again and again: the next look finds what this one missed.
    for (; isLooking; await pause(250)) await look().catch(() => {});
  })();

  return {
    done: () => orders.length,
    lastStartedAt: () => startedAt,
    underWay: asking.underWay,
    failures: asking.failures,
    listings: () => listings,
    orders: () => orders,
    takeRecent: () => {
      const updates = { listings: listings.slice(notified.listings), orders: orders.slice(notified.orders) };
      Object.assign(notified, { listings: listings.length, orders: orders.length });
      return updates;
    },
    waiting: (paidBefore) => [...pending].filter(([, at]) => at <= paidBefore).map(([id]) => id),
    paid: () => paid,
    noteRecovery: () => {
      backAt = Date.now();
    },
    complaints: () => [
      ...complaints,
      ...[...pending.keys()].map((id) => `order ${id} was paid and its books never said so`),
    ],
    end: async () => {
      isOver = true;
      await Promise.all(shoppers);
    },
    cut: async () => {
      isOver = true;
      asking.cut();
      isLooking = false;
      await Promise.all([...shoppers, looking]);
    },
  };
}
