import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Bus } from '#platform/outbox/bus.ts';
import type { NewEvent } from '#platform/outbox/events.ts';
import type { FacetColumns } from './facet-columns.ts';
import { facetColumns } from './facet-store.server.ts';
import { listingChanged } from './listing.events.ts';

/** A market of so many listings, each with a name of its own unless said otherwise; `sold` are those that are gone. `onQuestion` hears of each question once its answer is made and before it arrives. */
function marketOf(
  count: number,
  called = (n: number) => `Card ${n}`,
  onQuestion = (_asked: number) => {},
  numbered = (_n: number): string | null => null,
) {
  const sold = new Set<number>();
  const bus = new Bus();
  let asked = 0;
  const row = (n: number) => {
    const own = ['seller', called(n), null, numbered(n), null, String(n)];
    const status = sold.has(n) ? 'sold' : 'active';
    return [n, null, 'pokemon', null, null, null, 'mint', null, 'en', false, false, n, 4_102_444_800, 1, status, ...own];
  };
  const answer = (name: string, [first, second]: [string[] | number, number]) => {
    if (name === 'facets-changed') return (first as string[]).map((id) => row(Number(id)));
    const from = Number(first) + 1;
    return Array.from({ length: Math.max(0, Math.min(second, count - from + 1)) }, (_, at) => row(from + at));
  };
  const query = async ({ name, values }: { name: string; values: [string[] | number, number] }) => {
    const rows = answer(name, values);
    onQuestion(++asked);
    await turn();
    return { rows };
  };
  return {
    read: async () => (await facetColumns({ pool: { query }, bus } as never)).columns,
    asked: () => asked,
    gap: () => bus.gap(1),
    sell: (numbers: number[]) => {
      for (const n of numbers) sold.add(n);
      bus.committed(numbers.map((n) => ({ kind: listingChanged.kind, subject: String(n), data: {} }) as unknown as NewEvent));
    },
    /** What of the columns is not as a plain look at each listing says. */
    wrongIn: (columns: FacetColumns) =>
      Array.from({ length: count }, (_, at) => at + 1).filter((n) => {
        const at = columns.placeOf(n);
        if (at === -1 || sold.has(n)) return (at === -1) !== sold.has(n);
        return (
          columns.n[at] !== n || columns.price[at] !== n || columns.names.text(columns.issues.name[columns.issue[at]!]!) !== called(n).toLowerCase()
        );
      }),
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

test('[10-5] issues of former listings are let go before they are most of what is kept, where all have one name too', async () => {
  const all = Array.from({ length: 100_200 }, (_, at) => at + 1);
  const market = marketOf(all.length, () => 'Charizard', undefined, String);
  const before = await market.read();
  expect([before.names.size, before.issues.size]).toEqual([1, all.length]);
  market.sell(all.slice(0, -50));
  await market.read();
  const after = await market.read();
  expect([after === before, after.issues.size]).toEqual([false, 50]);
});

test('[10-5] after a gap while all is read, whoever waits gets the reading that follows, with all that was sold meanwhile', async () => {
  const askers: Promise<FacetColumns>[] = [];
  const count = 60_000;
  const market = marketOf(
    count,
    // Not in the order of their numbers, so that arranging moves each.
    (n) => `Card ${(n * 7_919) % 4_001}`,
    (asked) => {
      if (asked === 6) {
        market.gap();
        askers.push(market.read());
      }
      if (asked <= 30) market.sell([asked * 1_000]);
    },
  );
  for (let n = 0; n < 20; n++) askers.push(market.read());
  const given = await Promise.all(askers.map(async (asker) => ({ wrong: market.wrongIn(await asker), columns: await asker })));
  const columns = await market.read();
  expect([market.wrongIn(columns), columns.size]).toEqual([[], count - 30]);
  expect(given.every((one) => one.columns === columns)).toBe(true);
  expect(given.map(({ wrong }) => wrong)).toEqual(given.map(() => []));
});

test('[10-5] what could not be read again is read by the next who asks', async () => {
  let isAway = false;
  const market = marketOf(
    100,
    (n) => `Card ${n}`,
    () => {
      if (isAway) throw new Error('away');
    },
  );
  await market.read();
  market.sell([7, 8]);
  isAway = true;
  await expect(market.read()).rejects.toThrow('away');
  isAway = false;
  expect(market.wrongIn(await market.read())).toEqual([]);
});
