import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readByClock } from './counter-clock.ts';

const minute = 60_000;
/** The part of a browser's document that the timer reads. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
let reads = 0;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  page.visibilityState = 'visible';
  reads = 0;
  end = readByClock(() => reads++);
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const show = (visibilityState: string) => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};

test('[LI-06] first after two seconds, then every five minutes, until it is ended', () => {
  vi.advanceTimersByTime(1_999);
  expect(reads).toBe(0);
  vi.advanceTimersByTime(1);
  expect(reads).toBe(1);
  vi.advanceTimersByTime(5 * minute - 1);
  expect(reads).toBe(1);
  vi.advanceTimersByTime(1);
  expect(reads).toBe(2);
  end();
  vi.advanceTimersByTime(20 * minute);
  expect(reads).toBe(2);
});

test('[LI-06] not while the tab is hidden; a missed read runs once when it is visible again', () => {
  vi.advanceTimersByTime(2_000);
  show('hidden');
  vi.advanceTimersByTime(30 * minute);
  expect(reads).toBe(1);
  for (const state of ['visible', 'hidden', 'visible']) show(state);
  vi.advanceTimersByTime(0);
  expect(reads).toBe(2);
  vi.advanceTimersByTime(5 * minute);
  expect(reads).toBe(3);
});
