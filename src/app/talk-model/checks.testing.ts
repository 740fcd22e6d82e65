import { expect } from 'vitest';
import { getThreadFor, listMessagesFor, listThreadsFor } from '#features/messages/index.server.ts';
import { auditMessages } from '#features/messages/testing.ts';
import { findOffersFor, listOffersFor } from '#features/offers/index.server.ts';
import { auditOrders } from '#features/orders/testing.ts';
import type { Page } from '#kernel/paging.ts';
import { countWaiting } from '#platform/frame.ts';
import type { World } from './world.testing.ts';

async function whole<T>(read: (cursor: string | undefined) => Promise<Page<T> | { items: T[]; nextCursor: string | null }>): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await read(cursor);
    all.push(...items);
    if (nextCursor === null) return all;
    cursor = nextCursor;
  }
}

/** The market against the model: copies and promises, what each member is shown, counters, and what they must not see. */
export async function agree({ market, model, members }: World): Promise<void> {
  const { platform } = market;
  const { rows } = await platform.pool.query('select id, quantity, quantity_held as held, quantity_sold as sold from listing');
  for (const { id, quantity, held, sold } of rows) {
    const copy = model.copies.find((each) => each.id === id);
    if (!copy) continue;
    expect({ id, sold, free: quantity - held - sold }, 'copies').toEqual({ id, sold: copy.sold, free: model.free(copy) });
    expect(model.free(copy), 'no copy is sold or promised twice').toBeGreaterThanOrEqual(0);
  }
  const { rows: offers } = await platform.pool.query('select id, status, promise from offer');
  const known = new Map(model.lines.map(({ offerId, status, promise }) => [offerId, { status, promise }]));
  for (const { id, status, promise } of offers) expect({ id, status, promise }, 'offers').toEqual({ id, ...known.get(id) });
  expect(offers).toHaveLength(model.lines.length);
  for (const member of members) await agreeFor({ market, model, members }, member.id);
  expect(await auditOrders(platform.pool)).toEqual([]);
  expect(await auditMessages(platform.pool)).toEqual([]);
}

async function agreeFor({ market: { platform }, model }: Pick<World, 'market' | 'model' | 'members'>, member: string): Promise<void> {
  const shown = await whole((cursor) => listOffersFor(platform, member, { cursor, limit: 100 }));
  for (const offer of shown) expect([offer.buyerId, offer.sellerId], 'offers of others').toContain(member);
  const mine = model.lines.filter((line) => line.buyer === member || line.listing.seller === member);
  const inShown = shown.flatMap(({ id, lines }) => lines?.filter(({ isHere }) => isHere).map(({ offerId }) => offerId) ?? [id]);
  expect(inShown.sort(), 'each offer once').toEqual(mine.map(({ offerId }) => offerId).sort());
  const foreign = model.lines.find((line) => !mine.includes(line));
  if (foreign) expect((await findOffersFor(platform, member, [foreign.offerId])).size).toBe(0);

  const waits = ({ status, turn, cleared, buyerId }: (typeof shown)[number]) =>
    status === 'pending' && !cleared && (turn === 'buyer') === (buyerId === member);
  const threads = await whole((cursor) => listThreadsFor(platform.db, member, { cursor, limit: 100 }));
  const counted = { offers: shown.filter(waits).length, messages: 0 };
  for (const talk of model.talks) {
    if (!talk.pair.includes(member)) {
      await expect(getThreadFor(platform.db, member, talk.threadId)).rejects.toMatchObject({ status: 404 });
      await expect(listMessagesFor(platform.db, member, talk.threadId, { limit: 10 })).rejects.toMatchObject({ status: 404 });
      continue;
    }
    const said = await whole((cursor) => listMessagesFor(platform.db, member, talk.threadId, { cursor, limit: 100 }));
    const words = said.filter(({ card }) => card === null).reverse();
    expect(
      words.map(({ text, senderId }) => `${senderId}: ${text}`),
      'no message lost, doubled or out of order',
    ).toEqual(talk.said.slice(talk.gone.get(member) ?? 0).map(({ text, from }) => `${from}: ${text}`));
  }
  const others = threads.filter(({ participants }) => !(member in participants));
  expect(others, 'threads of others').toEqual([]);
  const numbers = await countWaiting(platform, member);
  counted.messages = threads.filter(({ unread }) => unread > 0).length;
  expect({ offers: numbers.offers, messages: numbers.messages }, 'counters are what can be counted').toEqual(counted);
  expect(numbers.offers, 'counters are those of the model').toBe(model.counters(member).offers);
}
