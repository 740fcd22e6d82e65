import { beforeEach, expect, test } from 'vitest';
import { MovableClock } from '../clock/clock.ts';
import type { Actor } from '../identity/sessions/actor.ts';
import type { Limits } from '../limits/limits.ts';
import { Bus } from '../outbox/bus.ts';
import { countCostly, readCostly, renderForVisitor } from './costly-reads.ts';
import { httpLimits, readsPerPoint } from './http.limits.ts';

const visitor = { actor: null, address: '203.0.113.7' };
const member = { actor: { id: 'member-1' } as Actor, address: '203.0.113.7' };
let counted: string[];
let allowed: boolean;
let parts: Parameters<typeof readCostly>[0];
const clock = new MovableClock();
beforeEach(() => {
  counted = [];
  allowed = true;
  const take: Limits['take'] = async (_limit, subject) => {
    counted.push(subject);
    return { allowed, count: counted.length, retryAfterSeconds: 60 };
  };
  // Each bus represents a process.
  parts = { bus: new Bus(), clock, limits: { take } as Limits };
});

/** Work that ends when the test resolves it. */
function pendingRead() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = {
    hasStarted: false,
    end: resolve,
    read: () => {
      state.hasStarted = true;
      return promise;
    },
  };
  return state;
}
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** The numbers of concurrent and of waiting reads. */
const [atOnce, waiting] = [4, 200];

test('a few visitors read at a time, members independent of them', async () => {
  const first = Array.from({ length: atOnce }, pendingRead);
  const [next, ofMember] = [pendingRead(), pendingRead()];
  const reads = [...first, next].map((one, n) =>
    readCostly(parts, { actor: null, address: `203.0.113.${n}` }, one.read),
  );
  const beside = readCostly(parts, member, ofMember.read);
  await tick();
  expect([...first, next, ofMember].map(({ hasStarted }) => hasStarted)).toEqual([true, true, true, true, false, true]);
  ofMember.end();
  await beside;
  expect(next.hasStarted).toBe(false);
  first[0]?.end();
  await reads[0];
  await tick();
  expect(next.hasStarted).toBe(true);
  for (const { end } of [...first, next]) end();
  await Promise.all(reads);
});

test('a failed read fails for its caller only, and the next one runs', async () => {
  await expect(readCostly(parts, visitor, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await readCostly(parts, visitor, async () => 'next')).toBe('next');
});

test('with a full queue a visitor is refused with Retry-After, a member is not', async () => {
  const running = Array.from({ length: atOnce }, pendingRead);
  const first = running.map(({ read }) => readCostly(parts, visitor, read));
  await tick();
  const others = Array.from({ length: waiting }, () => readCostly(parts, visitor, async () => {}));
  await tick();
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

test('ten reads are one point; a caller over the limit is refused for the rest of the window without another count', async () => {
  for (let n = 0; n < readsPerPoint; n++) await countCostly(parts, visitor);
  expect(counted).toEqual(['203.0.113.7']);
  await countCostly(parts, member);
  expect(counted).toEqual(['203.0.113.7', 'member-1']);
  allowed = false;
  for (let n = 0; n < 3; n++)
    await expect(countCostly(parts, visitor)).rejects.toMatchObject({
      status: 429,
      message: httpLimits.costlyReads.sentence,
    });
  expect(counted).toHaveLength(3);
  allowed = true;
  clock.advance(60_000);
  await countCostly(parts, visitor);
  expect(counted).toHaveLength(4);
});

test('requests from this machine are not counted: an unknown proxy, a test or a measurement', async () => {
  for (const address of ['127.0.0.1', '::1', '127.0.0.2']) await countCostly(parts, { actor: null, address });
  expect(counted).toEqual([]);
});

test('reads of a visitor’s page run within the page, also when pages hold all slots', async () => {
  const pages = Array.from({ length: atOnce }, pendingRead);
  const made = pages.map(({ read }) =>
    renderForVisitor(parts, () => read().then(() => readCostly(parts, visitor, async () => 'found'))),
  );
  const outside = pendingRead();
  const waits = readCostly(parts, visitor, outside.read);
  await tick();
  expect([...pages, outside].map(({ hasStarted }) => hasStarted)).toEqual([true, true, true, true, false]);
  for (const { end } of pages) end();
  expect(await Promise.all(made)).toEqual(['found', 'found', 'found', 'found']);
  outside.end();
  await waits;
});

test('with unknown addresses visitors are not counted as one', async () => {
  await readCostly(parts, { actor: null, address: '' }, async () => 'found');
  expect(counted).toEqual([]);
  await readCostly(parts, visitor, async () => 'found');
  expect(counted).toHaveLength(1);
});
