import { expect, test } from 'vitest';
import type { NewEvent } from '#platform/outbox/events.ts';
import { facetColumns } from './facet-store.server.ts';
import { listingChanged } from './listing.events.ts';

/** A market whose listings have each a name of their own; `sold` are those that are gone. */
function marketOf(count: number) {
  const sold = new Set<number>();
  const hear: ((events: readonly NewEvent[]) => void)[] = [];
  let asked = 0;
  const row = (n: number) => {
    const own = ['seller', `Card ${n}`, null, null, null];
    const status = sold.has(n) ? 'sold' : 'active';
    return [n, null, 'pokemon', null, null, null, 'mint', null, 'en', false, false, 1, 4_102_444_800, 1, status, ...own];
  };
  const query = async ({ name, values }: { name: string; values: [string[] | number, number] }) => {
    asked++;
    const [first, second] = values;
    if (name === 'facets-changed') return { rows: (first as string[]).map((id) => row(Number(id))) };
    const from = Number(first) + 1;
    return { rows: Array.from({ length: Math.max(0, Math.min(second, count - from + 1)) }, (_, at) => row(from + at)) };
  };
  const bus = { onCommit: (listener: (typeof hear)[number]) => hear.push(listener), onPublished: () => {}, onGap: () => {} };
  return {
    read: async () => (await facetColumns({ pool: { query }, bus } as never)).columns,
    asked: () => asked,
    sell: (numbers: number[]) => {
      for (const n of numbers) sold.add(n);
      const events = numbers.map((n) => ({ kind: listingChanged.kind, subject: String(n), data: {} }) as unknown as NewEvent);
      for (const listener of hear) listener(events);
    },
  };
}

test('[10-5] texts of former listings are let go before they are most of what is kept', async () => {
  const all = Array.from({ length: 100_200 }, (_, at) => at + 1);
  const market = marketOf(all.length);
  const before = await market.read();
  expect([before.size, before.names.size]).toEqual([all.length, all.length]);

  // Half of them gone: their texts are no more than those of the others.
  market.sell(all.slice(0, 50_000));
  expect(await market.read()).toBe(before);
  expect(await market.read()).toBe(before);

  market.sell(all.slice(50_000, -50));
  expect([(await market.read()).size, before.names.size]).toEqual([50, all.length]);
  const after = await market.read();
  expect([after === before, after.size, after.names.size]).toEqual([false, 50, 50]);
  const asked = market.asked();
  await market.read();
  expect([await market.read(), market.asked()]).toEqual([after, asked]);
});
