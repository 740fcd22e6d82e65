import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readChats } from './read-chats.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A list of `count` chats that records each read. */
function listOf(count: number) {
  const reads: { at: number; limit: number; from: number }[] = [];
  const startedAt = Date.now();
  const readPage = async (limit: number, cursor: string | null) => {
    const from = Number(cursor ?? 0);
    reads.push({ at: Date.now() - startedAt, limit, from });
    const items = Array.from({ length: Math.min(limit, count - from) }, (_, n) => from + n);
    return { items, nextCursor: from + limit < count ? String(from + limit) : null };
  };
  return { readPage, reads };
}

test('[LI-06] chats are read five at a time with pauses of 100 ms, from the first to the last', async () => {
  const { readPage, reads } = listOf(12);
  const read = readChats(readPage, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(99);
  expect(reads).toEqual([{ at: 0, limit: 5, from: 0 }]);
  await vi.advanceTimersByTimeAsync(1);
  expect(reads.at(-1)).toEqual({ at: 100, limit: 5, from: 5 });
  await vi.advanceTimersByTimeAsync(100);
  expect(await read).toEqual(Array.from({ length: 12 }, (_, n) => n));
  expect(reads.map(({ at }) => at)).toEqual([0, 100, 200]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toHaveLength(3);
});

test('[LI-06] a list that fits one batch costs one call, and one without end stops at a hundred chats', async () => {
  const short = listOf(5);
  expect(await readChats(short.readPage, new AbortController().signal)).toHaveLength(5);
  expect(short.reads).toHaveLength(1);
  const endless = listOf(10_000);
  const read = readChats(endless.readPage, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([(await read).length, endless.reads.length]).toEqual([100, 20]);
});

test('[LI-06] an aborted signal and a failed call end the reading', async () => {
  const { readPage, reads } = listOf(50);
  const gone = new AbortController();
  const read = readChats(readPage, gone.signal).catch((error: Error) => error.name);
  await vi.advanceTimersByTimeAsync(50);
  gone.abort();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await read, reads.length]).toEqual(['AbortError', 1]);
  await expect(readChats(() => Promise.reject(new Error('away')), new AbortController().signal)).rejects.toThrow(
    'away',
  );
});
