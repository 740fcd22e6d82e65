import { expect, test } from 'vitest';
import { FairLine } from './fair-line.ts';

/** Work that ends when the test says so. */
function setUp() {
  const line = new FairLine<'small' | 'large'>();
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    line,
    started,
    add: (name: string, owner: string, queue: 'small' | 'large' = 'small') =>
      line.run(queue, owner, async () => {
        started.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      // Its consequences happen before the next macrotask.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('a small picture starts beside a large one, however many large ones wait', async () => {
  const { started, add } = setUp();
  for (const n of [1, 2, 3]) void add(`large ${n}`, `owner ${n}`, 'large');
  void add('small', 'another');
  expect(started).toEqual(['large 1', 'small']);
});

test('a member who floods the queue waits behind members who were not served yet, and alternates with the others', async () => {
  const { started, add, end, line } = setUp();
  for (const n of [1, 2, 3, 4]) void add(`flood ${n}`, 'flooder');
  for (const n of [1, 2]) void add(`own ${n}`, 'member');
  void add('other', 'another');
  expect(line.waiting).toBe(6);
  for (const done of ['flood 1', 'own 1', 'other', 'flood 2', 'own 2', 'flood 3']) await end(done);
  expect(started).toEqual(['flood 1', 'own 1', 'other', 'flood 2', 'own 2', 'flood 3', 'flood 4']);
});

test('a member has at most one running task; other members go first, and the waiting task starts when the first ends', async () => {
  const { started, add, end } = setUp();
  void add('mine, large', 'member', 'large');
  void add('mine, small', 'member');
  expect(started).toEqual(['mine, large']);
  void add('other, small', 'another');
  expect(started).toEqual(['mine, large', 'other, small']);
  await end('other, small');
  expect(started).toHaveLength(2);
  await end('mine, large');
  expect(started).toEqual(['mine, large', 'other, small', 'mine, small']);
});

test('a failure rejects its own task, and the next one starts', async () => {
  const line = new FairLine<'small'>();
  const failed = line.run('small', 'member', () => Promise.reject(new Error('broken')));
  const next = line.run('small', 'member', async () => 'made');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('made');
  expect(line.waiting).toBe(0);
});
