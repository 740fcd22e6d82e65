import { beforeEach, expect, test } from 'vitest';
import { MovableClock } from '#platform/clock/clock.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { Limits } from '#platform/limits/limits.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { countCostly, readCostly, readManyRows, renderForMember, renderForVisitor } from './costly-reads.ts';
import { httpLimits, readsOfAPoint } from './http.limits.ts';

const visitor = { actor: null, address: '203.0.113.7' };
const member = { actor: { id: 'member-1' } as Actor, address: '203.0.113.7' };
let asked: string[];
let allowed: boolean;
let parts: Parameters<typeof readCostly>[0];
const clock = new MovableClock();
beforeEach(() => {
  asked = [];
  allowed = true;
  const take: Limits['take'] = async (_limit, subject) => {
    asked.push(subject);
    return { allowed, count: asked.length, retryAfterSeconds: 60 };
  };
  // A bus of its own is a process of its own.
  parts = { bus: new Bus(), clock, limits: { take } as Limits };
});

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = {
    hasBegun: false,
    end: resolve,
    read: () => {
      state.hasBegun = true;
      return promise;
    },
  };
  return state;
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('[M-14] visitors read one after the other, members beside them', async () => {
  const [first, second, third] = [held(), held(), held()];
  const one = readCostly(parts, visitor, first.read);
  const two = readCostly(parts, { actor: null, address: '203.0.113.8' }, second.read);
  const ofMember = readCostly(parts, member, third.read);
  await turn();
  expect([first, second, third].map(({ hasBegun }) => hasBegun)).toEqual([true, false, true]);
  third.end();
  await ofMember;
  expect(second.hasBegun).toBe(false);
  first.end();
  await one;
  await expect.poll(() => second.hasBegun).toBe(true);
  second.end();
  await two;
});

test('[M-14] what goes wrong in the lane is the asker’s own, and the lane goes on', async () => {
  await expect(readCostly(parts, visitor, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await readCostly(parts, visitor, async () => 'next')).toBe('next');
});

test('[M-14] past the end of the line a visitor is asked to come again', async () => {
  const first = held();
  const waiting = [readCostly(parts, visitor, first.read), ...Array.from({ length: 100 }, () => readCostly(parts, visitor, async () => {}))];
  await turn();
  await expect(readCostly(parts, visitor, async () => {})).rejects.toMatchObject({ status: 503, code: 'busy', retryAfterSeconds: 5 });
  expect(await readCostly(parts, member, async () => 'a member')).toBe('a member');
  first.end();
  await Promise.all(waiting);
});

test('[A-11] ten reads are one point; who is over the limit is refused for the rest of the window without being counted again', async () => {
  for (let n = 0; n < readsOfAPoint; n++) await countCostly(parts, visitor);
  expect(asked).toEqual(['203.0.113.7']);
  await countCostly(parts, member);
  expect(asked).toEqual(['203.0.113.7', 'member-1']);
  allowed = false;
  for (let n = 0; n < 3; n++)
    await expect(countCostly(parts, visitor)).rejects.toMatchObject({ status: 429, message: httpLimits.costlyReads.sentence });
  expect(asked).toHaveLength(3);
  allowed = true;
  clock.advance(60_000);
  await countCostly(parts, visitor);
  expect(asked).toHaveLength(4);
});

test('[A-11] what comes from this machine is not counted: there it is a proxy that nobody named, a test or a measurement', async () => {
  for (const address of ['127.0.0.1', '::1', '127.0.0.2']) await countCostly(parts, { actor: null, address });
  expect(asked).toEqual([]);
});

test('[M-14] pages that stand in line for their search keep no place from the others', async () => {
  const searches = [held(), held(), held()];
  const rendered = searches.map(({ read }) => renderForVisitor(parts, true, read));
  const other = held();
  const plain = renderForVisitor(parts, false, other.read);
  await turn();
  expect([...searches, other].map(({ hasBegun }) => hasBegun)).toEqual([true, true, false, true]);
  for (const { end } of [...searches, other]) end();
  await Promise.all([...rendered, plain]);
});

test('[10-5] members’ pages are made few at a time, and one that waits for somebody else’s server keeps its place from nobody for long', async () => {
  const first = Array.from({ length: 6 }, held);
  const [seventh, eighth] = [held(), held()];
  const made = [...first, seventh, eighth].map(({ read }) => renderForMember(parts, read));
  await turn();
  expect(first.every(({ hasBegun }) => hasBegun)).toBe(true);
  expect([seventh.hasBegun, eighth.hasBegun]).toEqual([false, false]);
  first[0]?.end();
  await made[0];
  await turn();
  expect([seventh.hasBegun, eighth.hasBegun]).toEqual([true, false]);
  // Nobody else ends.
  await expect.poll(() => eighth.hasBegun).toBe(true);
  for (const { end } of [...first, seventh, eighth]) end();
  await Promise.all(made);
  await expect(renderForMember(parts, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

test('[10-5] whole rows are read few at a time: no more of them lie in memory than are being written, and nobody is sent away', async () => {
  const first = Array.from({ length: 4 }, held);
  const fifth = held();
  const read = [...first, fifth].map((one) => readManyRows(parts, one.read));
  await turn();
  expect([...first, fifth].map(({ hasBegun }) => hasBegun)).toEqual([true, true, true, true, false]);
  first[0]?.end();
  await read[0];
  await turn();
  expect(fifth.hasBegun).toBe(true);
  for (const { end } of [...first, fifth]) end();
  await Promise.all(read);
});

test('[A-04] where nobody’s address is known, visitors are not counted as one', async () => {
  await readCostly(parts, { actor: null, address: '' }, async () => 'found');
  expect(asked).toEqual([]);
  await readCostly(parts, visitor, async () => 'found');
  expect(asked).toHaveLength(1);
});
