import { expect, test } from 'vitest';
import { FairLine } from './fair-line.ts';

/** Work that ends when the test says so. */
function setUp() {
  const line = new FairLine<'small' | 'large'>();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    line,
    begun,
    add: (name: string, owner: string, lane: 'small' | 'large' = 'small') =>
      line.run(lane, owner, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      // What follows from it happens before the next macrotask.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('a small picture begins beside a large one, whatever waits for that lane', async () => {
  const { begun, add } = setUp();
  for (const n of [1, 2, 3]) void add(`large ${n}`, `owner ${n}`, 'large');
  void add('small', 'another');
  expect(begun).toEqual(['large 1', 'small']);
});

test('who floods stands behind whoever has had nothing yet, and takes turns with the others', async () => {
  const { begun, add, end, line } = setUp();
  for (const n of [1, 2, 3, 4]) void add(`flood ${n}`, 'flooder');
  for (const n of [1, 2]) void add(`own ${n}`, 'member');
  void add('other', 'another');
  expect(line.waiting).toBe(6);
  for (const done of ['flood 1', 'own 1', 'other', 'flood 2', 'own 2', 'flood 3']) await end(done);
  expect(begun).toEqual(['flood 1', 'own 1', 'other', 'flood 2', 'own 2', 'flood 3', 'flood 4']);
});

test('nobody has two lanes at once; the other lane goes to somebody else, and comes back when theirs is free', async () => {
  const { begun, add, end } = setUp();
  void add('mine, large', 'member', 'large');
  void add('mine, small', 'member');
  expect(begun).toEqual(['mine, large']);
  void add('other, small', 'another');
  expect(begun).toEqual(['mine, large', 'other, small']);
  await end('other, small');
  expect(begun).toHaveLength(2);
  await end('mine, large');
  expect(begun).toEqual(['mine, large', 'other, small', 'mine, small']);
});

test('what fails is told to whoever asked, and the next one begins', async () => {
  const line = new FairLine<'small'>();
  const failed = line.run('small', 'member', () => Promise.reject(new Error('broken')));
  const next = line.run('small', 'member', async () => 'made');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('made');
  expect(line.waiting).toBe(0);
});
