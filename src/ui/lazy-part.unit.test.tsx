import { type ComponentType, Suspense } from 'react';
import { prerender } from 'react-dom/static';
import { expect, test } from 'vitest';
import { lazyPart, partInPlace } from './lazy-part.ts';

async function drawn(Part: ComponentType): Promise<string> {
  const { prelude } = await prerender(
    <Suspense>
      <Part />
    </Suspense>,
  );
  return (await new Response(prelude).text()).replaceAll(/<!--.*?-->/g, '');
}

/** Fails until the network is marked as available. */
function fetching() {
  const network = { isThere: false, asked: 0 };
  const load = async () => {
    network.asked++;
    if (!network.isThere) throw new TypeError('Failed to fetch');
    return { default: () => 'the part' };
  };
  return { network, part: partInPlace(load, () => 'instead'), load };
}

test('a part that cannot be loaded is replaced by its fallback', async () => {
  expect(await drawn(lazyPart(fetching().load, () => 'instead'))).toBe('instead');
});

test('it is not requested again while the fallback is shown', async () => {
  const { network, part } = fetching();
  expect(await drawn(part.now())).toBe('instead');
  part.standIn(new EventTarget());
  network.isThere = true;
  expect(await drawn(part.now())).toBe('instead');
  expect(network.asked).toBe(1);
});

test('it is fetched again the next time that it is needed', async () => {
  const { network, part } = fetching();
  await drawn(part.now());
  part.standIn(new EventTarget())();
  network.isThere = true;
  await Promise.resolve();
  expect(await drawn(part.now())).toBe('the part');
});

test('taken out and put back at once, the other one stays', async () => {
  const { part } = fetching();
  await drawn(part.now());
  const before = part.now();
  part.standIn(new EventTarget())();
  part.standIn(new EventTarget());
  await Promise.resolve();
  expect(part.now()).toBe(before);
});

test('it takes its place when the network is back, and not before', async () => {
  const { network, part } = fetching();
  await drawn(part.now());
  const events = new EventTarget();
  const changed = new Promise<void>((resolve) => void part.onChange(resolve));
  const end = part.standIn(events);
  events.dispatchEvent(new Event('online'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(await drawn(part.now())).toBe('instead');
  network.isThere = true;
  events.dispatchEvent(new Event('online'));
  await changed;
  expect(await drawn(part.now())).toBe('the part');
  end();
  await Promise.resolve();
  expect(await drawn(part.now())).toBe('the part');
});
