import { expect, test } from 'vitest';
import {
  finalStates,
  findTransition,
  type ListingState,
  listingStates,
  listingStatuses,
  listingTransitions,
  listingWaits,
  mayMove,
  sellerMovesFrom,
  stateOf,
  storedState,
} from './listing.process.ts';

test('[ST-13] every state is reached, and from every state but the last ones a way leads to an end', () => {
  const reached = new Set<ListingState>();
  const walk = (from: ListingState | null) => {
    for (const { to } of listingTransitions.filter((row) => row.from.includes(from))) {
      if (reached.has(to)) continue;
      reached.add(to);
      walk(to);
    }
  };
  walk(null);
  expect([...reached].sort()).toEqual([...listingStates].sort());
  expect([...new Set(listingStates.map((state) => storedState(state).status))].sort()).toEqual(
    [...listingStatuses].sort(),
  );
  const ends = (state: ListingState, seen = new Set<ListingState>()): boolean =>
    finalStates.includes(state) ||
    listingTransitions.some(
      (row) => row.from.includes(state) && !seen.has(row.to) && ends(row.to, new Set([...seen, state])),
    );
  expect(listingStates.filter((state) => !ends(state))).toEqual([]);
});

test('every wait has an end that the table knows, and nothing waits at the end', () => {
  expect(Object.keys(listingWaits).sort()).toEqual(
    listingStates.filter((state) => !finalStates.includes(state)).sort(),
  );
  for (const [state, { verb, by }] of Object.entries(listingWaits))
    expect([state, mayMove(verb, by, state as ListingState)]).toEqual([state, true]);
  // The only edges out of a final state: the seller restores it, or deletes their account.
  expect(
    listingTransitions
      .filter((row) => row.from.some((state) => state !== null && finalStates.includes(state)))
      .map(({ verb }) => verb),
  ).toEqual(['restore', 'restore', 'restore', 'restore', 'forget']);
});

test('an edge is identified by its mover, verb and ends', () => {
  const edges = listingTransitions.flatMap(({ verb, by, from, to }) =>
    from.map((state) => `${verb} ${by} ${state} ${to}`),
  );
  expect(new Set(edges).size).toBe(edges.length);
  for (const state of listingStates) expect(stateOf(storedState(state))).toBe(state);
  expect(() => stateOf({ status: 'paused', pausedBy: null })).toThrow(RangeError);
});

test('the pause’s author decides who resumes it', () => {
  const back = (state: ListingState) =>
    (['seller', 'tier', 'suspension', 'operator', 'standing'] as const).filter((by) => mayMove('resume', by, state));
  expect(back('paused_by_seller')).toEqual(['seller']);
  expect(back('paused_by_tier')).toEqual(['seller', 'tier']);
  expect(back('paused_by_suspension')).toEqual(['suspension']);
  expect(back('paused_by_operator')).toEqual(['operator']);
  expect(back('paused_by_standing')).toEqual(['standing']);
  expect(sellerMovesFrom('paused_by_standing')).toEqual(['remove']);
  expect(sellerMovesFrom('paused_by_operator')).toEqual(['remove']);
  expect(sellerMovesFrom('paused_by_seller')).toEqual(['resume', 'renew', 'remove']);
  expect(sellerMovesFrom('active')).toEqual(['pause', 'renew', 'remove']);
  expect(findTransition('sell', 'orders', 'active')).toBeUndefined();
});
