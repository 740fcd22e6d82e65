import { expect, test } from 'vitest';
import { cn, maxCachedClassNames, withCache } from './cn.ts';

test('[LI-10] what a caller gives wins over what a component has, under the same conditions; everything else stays where it stands', () => {
  expect(cn('panel', false, undefined, null, '', 'flush')).toBe('panel flush');
  expect(cn('flex flex-wrap gap-3', 'mt-2 gap-4')).toBe('flex flex-wrap mt-2 gap-4');
  expect(cn('btn mt-2', '-mt-4')).toBe('btn -mt-4');
  expect(cn('p-2 sm:p-2 px-3', 'p-4')).toBe('sm:p-2 px-3 p-4');
  expect(cn('sm:hover:w-8 w-8 max-w-9', 'sm:hover:w-4')).toBe('w-8 max-w-9 sm:hover:w-4');
  expect(cn('fld', 'fld bad')).toBe('fld bad');
  // A size of text and its colour begin alike and do not rule each other out; neither do names of our own.
  expect(cn('text-sm', 'text-red-700', 'page-h', 'page-b')).toBe('text-sm text-red-700 page-h page-b');
  expect(cn()).toBe('');
});

test('[LI-10] 500 merged class names are cached, the most recently used ones', () => {
  expect(maxCachedClassNames).toBe(500);
  const worked: string[] = [];
  const ask = withCache((text) => {
    worked.push(text);
    return text.toUpperCase();
  });
  const names = Array.from({ length: 500 }, (_, n) => `name-${n}`);
  for (const name of names) ask(name);
  for (const name of names) expect(ask(name)).toBe(name.toUpperCase());
  expect(worked).toEqual(names);
  // `name-0` is used again, so `name-1` is the least recently used.
  ask('name-0');
  ask('one more');
  worked.length = 0;
  for (const name of ['name-0', 'name-2', 'one more']) ask(name);
  expect(worked).toEqual([]);
  ask('name-1');
  expect(worked).toEqual(['name-1']);
});

test('[LI-10] an empty result is cached as well', () => {
  let worked = 0;
  const ask = withCache(() => {
    worked++;
    return '';
  });
  expect([ask(''), ask(''), worked]).toEqual(['', '', 1]);
});
