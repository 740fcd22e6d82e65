import { expect, test } from 'vitest';
import { watchServer } from './keep-alive.ts';

/** A server that ends when told, and a start that fails as often as told. */
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

test('a database that ends by itself is started again, and nothing else happens', async () => {
  const { parts, starts, end, said } = server();
  void watchServer(parts);
  end();
  await expect.poll(starts, { timeout: 10_000 }).toBe(1);
  await expect.poll(() => said.at(-1)).toBe('The embedded database runs again.');
});

test('the third failure within a minute is the last, and says why', async () => {
  const { parts, starts, end } = server({ failing: 9 });
  const given = watchServer(parts);
  end();
  expect(await given).toBe(
    'The embedded database failed 3 times within a minute (no room on the disk). Start the market again, and look at the disk.',
  );
  expect(starts()).toBe(2);
});

test('one that was told to stop stays stopped', async () => {
  const { parts, starts, end } = server();
  const watched = watchServer({ ...parts, isWanted: () => false });
  end();
  expect(await watched).toBe(null);
  expect(starts()).toBe(0);
});
