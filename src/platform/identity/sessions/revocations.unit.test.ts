import { expect, test } from 'vitest';
import type { Db } from '../../db/db.ts';
import { Bus } from '../../outbox/bus.ts';
import { bearerLifeMs } from './bearer.ts';
import { sessionEnded, watchRevocations } from './revocations.ts';

/** Ends `sessions`, one a second, and counts the entries visited for the last hundred of them. */
async function endedOneASecond(sessions: number) {
  let at = Date.parse('2026-03-01T12:00:00Z');
  const bus = new Bus();
  const nothingStored = { select: () => ({ from: () => ({ where: async () => [] }) }) } as unknown as Db;
  const revocations = watchRevocations({ db: nothingStored, bus, now: () => new Date(at) });
  await revocations.isRevoked('unknown');
  const end = (n: number) => {
    at += 1_000;
    bus.committed([
      { kind: sessionEnded.kind, subject: `session ${n}`, version: 0, topics: [], data: { userId: 'member' } },
    ]);
  };
  for (let n = 0; n < sessions - 100; n++) end(n);
  const visited = countVisited(() => {
    for (let n = sessions - 100; n < sessions; n++) end(n);
  });
  const later = (ms: number) => {
    at += ms;
  };
  return { revocations, visited, later, end };
}

/** Counts the map entries that `act` iterates over. */
function countVisited(act: () => void): number {
  const entries = Map.prototype[Symbol.iterator];
  let visited = 0;
  Map.prototype[Symbol.iterator] = function* counted(this: Map<unknown, unknown>) {
    for (const entry of { [Symbol.iterator]: () => entries.call(this) }) {
      visited++;
      yield entry;
    }
  } as typeof entries;
  try {
    act();
  } finally {
    Map.prototype[Symbol.iterator] = entries;
  }
  return visited;
}

test('an ended session is refused for the life of its tokens, and the cost of recording it is independent of their number', async () => {
  const { revocations, visited, later, end } = await endedOneASecond(3_000);
  expect([0, 1_500, 2_999].map((n) => revocations.isRevoked(`session ${n}`))).toEqual([true, true, true]);
  expect(visited).toBeLessThanOrEqual(200);

  // An id that is recorded again at the end of its hour stays; older ones are deleted with the next one.
  later(bearerLifeMs - 3_000_000);
  end(0);
  later(1_000_000);
  end(3_000);
  expect([0, 1, 999, 1_100, 2_999, 3_000].map((n) => revocations.isRevoked(`session ${n}`))).toEqual([
    true,
    false,
    false,
    true,
    true,
    true,
  ]);
});
