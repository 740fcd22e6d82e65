import { readFileSync } from 'node:fs';
import { thumbHashToAverageRGBA } from 'thumbhash';
import { describe, expect, test } from 'vitest';
import { initials, seedHue } from './avatar.tsx';
import { photoSrcSet, placeholderColour } from './card/photo.ts';
import { placeholderPicture } from './card/photo-blur.ts';
import { isResizeWarning, silenceResizeWarnings } from './feedback/resize-warnings.ts';
import { announcesMove, progressLingerMs } from './feedback/route-progress.tsx';
import { dismiss, emptyQueue, enqueue, toastMs } from './feedback/toast-queue.ts';
import { runChecks, whenLeft, withResult } from './form/form-checks.ts';
import { nextIndex } from './page/tabs.tsx';

test('[UI-04] [LI-10] toasts queue, the first one is on screen, and each has 5 s', () => {
  const queue = ['Paused', 'Sold', 'Saved'].reduce((before, title) => enqueue(before, { title }), emptyQueue);
  expect(queue.waiting.map((toast) => toast.title)).toEqual(['Paused', 'Sold', 'Saved']);
  const next = dismiss(queue, queue.waiting[0]!.id);
  expect(next.waiting[0]?.title).toBe('Sold');
  expect(dismiss(next, 999).waiting).toHaveLength(2);
  expect(enqueue(next, { title: 'Later' }).waiting.at(-1)?.id).toBe(4);
  expect(toastMs).toBe(5_000);
});

test('[UI-01] the progress bar leaves out hash-only moves and pages that were visited', () => {
  const home = { pathname: '/', search: '' };
  const browse = { pathname: '/browse', search: '?q=a' };
  expect(announcesMove(home, browse, new Set(['/']))).toBe(true);
  expect(announcesMove(home, home, new Set())).toBe(false);
  expect(announcesMove(home, browse, new Set(['/', '/browse?q=a']))).toBe(false);
  expect(announcesMove(browse, { ...browse, search: '?q=b' }, new Set(['/browse?q=a']))).toBe(true);
  expect(progressLingerMs).toBe(100);
});

test('[UI-08] only resize-observer warnings are silenced', () => {
  expect(isResizeWarning('ResizeObserver loop completed with undelivered notifications.')).toBe(true);
  expect(isResizeWarning('ResizeObserver loop limit exceeded')).toBe(true);
  expect(isResizeWarning('x is undefined')).toBe(false);
  const target = new EventTarget();
  silenceResizeWarnings(target);
  let received = 0;
  target.addEventListener('error', () => received++);
  /** Whether the browser may go on to print it. */
  const isPrinted = (message: string) =>
    target.dispatchEvent(Object.assign(new Event('error', { cancelable: true }), { message }));
  expect([isPrinted('ResizeObserver loop limit exceeded'), received]).toEqual([false, 0]);
  expect([isPrinted('x is undefined'), received]).toEqual([true, 1]);
  for (const message of [
    'ResizeObserver is not defined',
    'Error: ResizeObserver loop limit exceeded',
    '',
    undefined,
    null,
    7,
  ])
    expect(isResizeWarning(message), String(message)).toBe(false);
  expect(readFileSync(new URL('../entry.client.tsx', import.meta.url), 'utf8')).toMatch(
    /^silenceResizeWarnings\(window\);$/m,
  );
});

describe('forms', () => {
  const checks = {
    price: (value: string) => (value ? undefined : 'Enter a price.'),
    again: (value: string, form: FormData) => (value === form.get('first') ? undefined : 'The two differ.'),
  };
  test('all checks run on submit', () => {
    const form = new FormData();
    form.set('first', 'a');
    expect(runChecks(checks, form)).toEqual({ price: 'Enter a price.', again: 'The two differ.' });
    form.set('price', '3');
    form.set('again', 'a');
    expect(runChecks(checks, form)).toEqual({});
  });
  test('a field that is right again loses only its own sentence', () => {
    const before = { price: 'a', name: 'b' };
    expect(withResult(before, 'price', undefined)).toEqual({ name: 'b' });
    expect(withResult(before, 'price', 'a')).toBe(before);
    expect(withResult(before, 'price', 'c')).toEqual({ price: 'c', name: 'b' });
  });
  test('what the server said of a field stays when the field is left as it is', () => {
    const answer = { price: 'That is too much.', name: 'b' };
    expect(whenLeft(answer, answer, 'price', undefined)).toBe(answer);
    expect(whenLeft(answer, answer, 'price', 'Enter a price.')).toEqual({ price: 'Enter a price.', name: 'b' });
    expect(whenLeft({ price: 'Enter a price.' }, answer, 'price', undefined)).toEqual({});
    expect(whenLeft({}, undefined, 'price', 'Enter a price.')).toEqual({ price: 'Enter a price.' });
  });
});

test('arrows go round, other keys do nothing', () => {
  expect(nextIndex('ArrowRight', 2, 3)).toBe(0);
  expect(nextIndex('ArrowLeft', 0, 3)).toBe(2);
  expect(nextIndex('End', 0, 3)).toBe(2);
  expect(nextIndex('a', 0, 3)).toBeNull();
  expect(nextIndex('Home', 0, 0)).toBeNull();
});

test('a photo offers the widths that exist', () => {
  const photo = { url: '/photos/a/2000.webp', width: 2000, height: 2800, alt: '', widths: [160, 320] };
  expect(photoSrcSet(photo)).toBe('/photos/a/160.webp 160w, /photos/a/320.webp 320w');
  expect(photoSrcSet({ ...photo, widths: undefined })).toBeUndefined();
  expect(photoSrcSet({ ...photo, url: '/art/x.svg' })).toBeUndefined();
});

test('the average colour of a placeholder is the one that its library reads', () => {
  for (let first = 0; first < 256; first += 5) {
    const hash = Uint8Array.from([first, (first * 7) % 256, (first * 13) % 128, 5, 6, 7, 8]);
    const { r, g, b } = thumbHashToAverageRGBA(hash);
    const expected = `rgb(${[r, g, b].map((value) => Math.round(value * 255)).join(' ')})`;
    expect(placeholderColour(Buffer.from(hash).toString('base64'))).toBe(expected);
  }
});

test('a placeholder that can’t be read is none', () => {
  const hash = '1QcSHQRnh493V4dIh4eXh1h4kJUI';
  expect(placeholderColour(hash)).toMatch(/^rgb\(\d+ \d+ \d+\)$/);
  expect(placeholderPicture(hash)).toMatch(/^url\(data:image\/png;base64,/);
  for (const bad of [null, undefined, '', '!!', 'AA==']) {
    expect(placeholderColour(bad)).toBeUndefined();
    expect(placeholderPicture(bad)).toBeUndefined();
  }
});

test('initials and hue of a name', () => {
  expect(initials('moonbinder')).toBe('MO');
  expect(initials('foil.and.fable')).toBe('FA');
  expect(initials('Anna Lopez')).toBe('AL');
  expect(initials('Mint & More')).toBe('MM');
  expect(initials('🎴 🔥')).toBe('🎴🔥');
  expect(initials('')).toBe('?');
  expect(seedHue('a')).toBe(seedHue('a'));
  expect(seedHue('moonbinder')).toBeLessThan(360);
  // Yellow and olive belong to Premium and the conditions.
  const hues = Array.from({ length: 500 }, (_, n) => seedHue(`member_${n}`));
  expect(hues.filter((hue) => hue >= 40 && hue < 130)).toEqual([]);
});
