import { beforeEach, expect, test } from 'vitest';
import { MovableClock } from '../clock/clock.ts';
import type { Actor } from '../identity/sessions/actor.ts';
import type { Limits } from '../limits/limits.ts';
import { Bus } from '../outbox/bus.ts';
import { countCostly, readCostly, renderForVisitor } from './costly-reads.ts';
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

/** So many run at a time, and so many wait. */
const [atOnce, waiting] = [4, 200];

test('few visitors read at a time, members beside them', async () => {
  const first = Array.from({ length: atOnce }, held);
  const [next, ofMember] = [held(), held()];
  const reads = [...first, next].map((one, n) =>
    readCostly(parts, { actor: null, address: `203.0.113.${n}` }, one.read),
  );
  const beside = readCostly(parts, member, ofMember.read);
  await turn();
  expect([...first, next, ofMember].map(({ hasBegun }) => hasBegun)).toEqual([true, true, true, true, false, true]);
  ofMember.end();
  await beside;
  expect(next.hasBegun).toBe(false);
  first[0]?.end();
  await reads[0];
  await turn();
  expect(next.hasBegun).toBe(true);
  for (const { end } of [...first, next]) end();
  await Promise.all(reads);
});

test('a read that fails is the asker’s own fault, and the next one runs', async () => {
  await expect(readCostly(parts, visitor, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await readCostly(parts, visitor, async () => 'next')).toBe('next');
});

test('with a full queue a visitor is refused and told when to come again, a member is not', async () => {
  const running = Array.from({ length: atOnce }, held);
  const first = running.map(({ read }) => readCostly(parts, visitor, read));
  await turn();
  const others = Array.from({ length: waiting }, () => readCostly(parts, visitor, async () => {}));
  await turn();
  await expect(readCostly(parts, visitor, async () => {})).rejects.toMatchObject({
    status: 503,
    code: 'busy',
    retryAfterSeconds: 5,
  });
  await expect(renderForVisitor(parts, async () => {})).rejects.toMatchObject({
    status: 503,
    code: 'busy',
    retryAfterSeconds: 5,
  });
  expect(await readCostly(parts, member, async () => 'a member')).toBe('a member');
  for (const { end } of running) end();
  await Promise.all([...first, ...others]);
});

test('ten reads are one point; who is over the limit is refused for the rest of the window without being counted again', async () => {
  for (let n = 0; n < readsOfAPoint; n++) await countCostly(parts, visitor);
  expect(asked).toEqual(['203.0.113.7']);
  await countCostly(parts, member);
  expect(asked).toEqual(['203.0.113.7', 'member-1']);
  allowed = false;
  for (let n = 0; n < 3; n++)
    await expect(countCostly(parts, visitor)).rejects.toMatchObject({
      status: 429,
      message: httpLimits.costlyReads.sentence,
    });
  expect(asked).toHaveLength(3);
  allowed = true;
  clock.advance(60_000);
  await countCostly(parts, visitor);
  expect(asked).toHaveLength(4);
});

test('what comes from this machine is not counted: there it is a proxy that nobody named, a test or a measurement', async () => {
  for (const address of ['127.0.0.1', '::1', '127.0.0.2']) await countCostly(parts, { actor: null, address });
  expect(asked).toEqual([]);
});

test('what a visitor’s page reads runs within the page, also when pages hold all places', async () => {
  const pages = Array.from({ length: atOnce }, held);
  const made = pages.map(({ read }) =>
    renderForVisitor(parts, () => read().then(() => readCostly(parts, visitor, async () => 'found'))),
  );
  const outside = held();
  const waits = readCostly(parts, visitor, outside.read);
  await turn();
  expect([...pages, outside].map(({ hasBegun }) => hasBegun)).toEqual([true, true, true, true, false]);
  for (const { end } of pages) end();
  expect(await Promise.all(made)).toEqual(['found', 'found', 'found', 'found']);
  outside.end();
  await waits;
});

test('where nobody’s address is known, visitors are not counted as one', async () => {
  await readCostly(parts, { actor: null, address: '' }, async () => 'found');
  expect(asked).toEqual([]);
  await readCostly(parts, visitor, async () => 'found');
  expect(asked).toHaveLength(1);
});
