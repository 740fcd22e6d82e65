import { expect } from 'vitest';
import { getThreadFor, listMessagesFor, listThreadsFor } from '#features/messages/index.server.ts';
import { auditMessages } from '#features/messages/testing.ts';
import { findOffersFor, listOffersFor } from '#features/offers/index.server.ts';
import { auditOrders } from '#features/orders/testing.ts';
import type { Page } from '#kernel/numbers/paging.ts';
import { countWaiting } from '#platform/frame.ts';
import { auditCounters } from '#testing/audits/counter-audit.ts';
import type { Talk } from './model.testing.ts';
import { any, type World } from './world.testing.ts';

/**
 * After each step: the changes of the model, everything else that the market has written since the last check, and
 * the counters of the header. So a step costs the same in a long walk as in a short one;
 * `agreeOnCounters` recounts, `agreeWhole` reads everything.
 */
export async function agreeNear(world: World): Promise<void> {
  const { market, model, members } = world;
  await agreeOnRows(world);
  const { lines, talks } = model.touched;
  const stranger = any(world, members).id;
  const foreign = [...lines]
    .filter(({ buyer, listing }) => stranger !== buyer && stranger !== listing.seller)
    .map(({ offerId }) => offerId);
  expect((await findOffersFor(market.platform, stranger, foreign)).size, 'offers of others').toBe(0);
  for (const talk of talks) for (const id of new Set([...talk.pair, stranger])) await agreeOnEnd(world, talk, id);
  const { id } = any(world, members);
  expect((await countWaiting(market.platform, id)).offers, 'counters are those of the model').toBe(
    model.waitingOffers(id),
  );
  model.touched = { copies: new Set(), lines: new Set(), talks: new Set() };
}

/** Everything there is, by what each member is shown. */
export async function agreeWhole(world: World): Promise<void> {
  const { market, model, members } = world;
  const { pool } = market.platform;
  world.seen = '0';
  await agreeOnRows(world);
  const { rows } = await pool.query('select count(*)::int as n from offer');
  expect(rows[0].n, 'offers that there are').toBe(model.lines.length);
  for (const { id } of members) await agreeFor(world, id);
  expect(await auditOrders(pool)).toEqual([]);
  await agreeOnCounters(world);
  expect(await auditMessages(pool)).toEqual([]);
}

/** Copies and offers that were touched, or written since the last look. */
async function agreeOnRows(world: World): Promise<void> {
  const { market, model } = world;
  const { copies, lines } = model.touched;
  const { rows } = await market.platform.pool.query({
    name: 'conversation-model-rows',
    text: `select pg_snapshot_xmin(pg_current_snapshot())::text as seen,
      (select coalesce(json_agg(json_build_object('id', id, 'free', quantity - quantity_held - quantity_sold, 'sold', quantity_sold)), '[]')
       from listing where xmin::text::bigint >= $1 or id = any($2)) as listings,
      (select coalesce(json_agg(json_build_object('id', id, 'status', status, 'promise', promise)), '[]')
       from offer where xmin::text::bigint >= $1 or id = any($3)) as offers`,
    values: [world.seen, [...copies].map(({ id }) => id), [...lines].map(({ offerId }) => offerId)],
  });
  const { seen, listings, offers } = rows[0];
  world.seen = seen;
  for (const row of listings) {
    const copy = model.copyOf(row.id);
    expect(row, 'copies').toEqual({ id: copy.id, free: model.free(copy), sold: copy.sold });
    expect(row.free, 'no copy is sold or promised twice').toBeGreaterThanOrEqual(0);
  }
  for (const row of offers) {
    const { offerId: id, status, promise } = model.lineOf(row.id);
    expect(row, 'offers').toEqual({ id, status, promise });
  }
  const there = new Set([...listings, ...offers].map(({ id }) => id));
  for (const { id } of copies) expect(there.has(id), `listing ${id} is there`).toBe(true);
  for (const { offerId } of lines) expect(there.has(offerId), `offer ${offerId} is there`).toBe(true);
}

const wordsOf = (talk: Talk, member: string) =>
  talk.said.slice(talk.gone.get(member) ?? 0).map(({ text, from }) => `${from}: ${text}`);

/** The newest that was said, for one of the two; for everyone else there is no such thread. */
async function agreeOnEnd({ market }: World, talk: Talk, member: string): Promise<void> {
  const { db } = market.platform;
  const read = () => listMessagesFor(db, member, talk.threadId, { limit: 20 });
  if (!talk.pair.includes(member)) {
    await expect(getThreadFor(db, member, talk.threadId)).rejects.toMatchObject({ status: 404 });
    await expect(read()).rejects.toMatchObject({ status: 404 });
    return;
  }
  const { items, nextCursor } = await read();
  const words = items.filter(({ card }) => card === null).reverse();
  const said = wordsOf(talk, member);
  expect(
    words.map(({ text, senderId }) => `${senderId}: ${text}`),
    'no message lost, doubled or out of order',
  ).toEqual(nextCursor === null ? said : said.slice(said.length - words.length));
}

/** All that is counted of everyone, against a recount. */
export async function agreeOnCounters({ market }: World): Promise<void> {
  expect(await auditCounters(market.platform), 'counters are what can be counted').toEqual([]);
}

async function whole<T>(
  read: (cursor: string | undefined) => Promise<Page<T> | { items: T[]; nextCursor: string | null }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await read(cursor);
    all.push(...items);
    if (nextCursor === null) return all;
    cursor = nextCursor;
  }
}

async function agreeFor({ market: { platform }, model }: World, member: string): Promise<void> {
  const shown = await whole((cursor) => listOffersFor(platform, member, { cursor, limit: 100 }));
  for (const offer of shown) expect([offer.buyerId, offer.sellerId], 'offers of others').toContain(member);
  const mine = model.lines.filter((line) => line.buyer === member || line.listing.seller === member);
  const inShown = shown.flatMap(
    ({ id, lines }) => lines?.filter(({ isHere }) => isHere).map(({ offerId }) => offerId) ?? [id],
  );
  expect(inShown.sort(), 'each offer once').toEqual(mine.map(({ offerId }) => offerId).sort());

  const waits = ({ status, turn, cleared, buyerId }: (typeof shown)[number]) =>
    status === 'pending' && !cleared && (turn === 'buyer') === (buyerId === member);
  const threads = await whole((cursor) => listThreadsFor(platform.db, member, { cursor, limit: 100 }));
  const others = threads.filter(({ participants }) => !(member in participants));
  expect(others, 'threads of others').toEqual([]);
  for (const talk of model.talks.filter(({ pair }) => pair.includes(member))) {
    const said = await whole((cursor) => listMessagesFor(platform.db, member, talk.threadId, { cursor, limit: 100 }));
    const words = said.filter(({ card }) => card === null).reverse();
    expect(
      words.map(({ text, senderId }) => `${senderId}: ${text}`),
      'no message lost, doubled or out of order',
    ).toEqual(wordsOf(talk, member));
  }
  const { offers, messages } = await countWaiting(platform, member);
  expect({ offers, messages }, 'counters are as many as the lists').toEqual({
    offers: shown.filter(waits).length,
    messages: threads.filter(({ unread }) => unread > 0).length,
  });
  expect(offers, 'counters are those of the model').toBe(model.waitingOffers(member));
}
