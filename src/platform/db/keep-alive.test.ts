import { expect, test } from 'vitest';
import { watchServer } from './keep-alive.ts';

/** A server that ends on request, and whose restart fails the given number of times. */
function server({ failing = 0 } = {}) {
  let end = () => {};
  let ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let starts = 0;
  const said: string[] = [];
  return {
    said,
    starts: () => starts,
    end: () => end(),
    parts: {
      isWanted: () => true,
      ended: () => ended,
      startAgain: async () => {
        starts++;
        ended = new Promise<void>((resolve) => {
          end = resolve;
        });
        if (starts <= failing) throw new Error('no room on the disk');
      },
      say: (line: string) => void said.push(line),
    },
  };
}

test('a database that ends unexpectedly is started again', async () => {
  const { parts, starts, end, said } = server();
  void watchServer(parts);
  end();
  await expect.poll(starts, { timeout: 10_000 }).toBe(1);
  await expect.poll(() => said.at(-1)).toBe('The embedded database is running again.');
});

test('the third failure within a minute is final, and gives the reason', async () => {
  const { parts, starts, end } = server({ failing: 9 });
  const given = watchServer(parts);
  end();
  expect(await given).toBe(
    'The embedded database failed 3 times within 1 minute (no room on the disk). Check the disk, then start Sleeved again.',
  );
  expect(starts()).toBe(2);
});

test('a stopped database is not started again', async () => {
  const { parts, starts, end } = server();
  const watched = watchServer({ ...parts, isWanted: () => false });
  end();
  expect(await watched).toBe(null);
  expect(starts()).toBe(0);
});
