import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hour, state, World } from './policy.testing.ts';
import { alertOf, type Fault, type LineEvent } from './policy.ts';
import { policy } from './policy-times.ts';

describe('online and offline', () => {
  test('[ST-10] offline closes at once and stays quiet; online reconnects after one second', () => {
    const world = new World().opened();
    world.pass(10_000);
    world.tell({ type: 'offline' });
    expect(world.log.at(-1)?.what).toBe('close');
    expect(state(world)).toBe('disconnected');
    world.pass(hour);
    expect(world.times('open')).toHaveLength(1);
    const back = world.now;
    world.tell({ type: 'online' });
    world.pass(20_000);
    // ST-11's closing and its two seconds were done when the network went.
    expect(world.times('open', back)).toEqual([back + 1_000]);
    expect(state(world)).toBe('connected');
  });

  test('[ST-10] [ST-11] a network that is gone for a blink keeps the cycle’s two seconds, counted from its going', () => {
    const world = new World().opened();
    world.pass(10_000);
    const gone = world.now;
    world.tell({ type: 'offline' });
    world.pass(300);
    world.tell({ type: 'online' });
    world.meets = () => 'lost';
    world.pass(6_000);
    expect(world.times('open', gone).map((at) => at - gone)).toEqual([2_000, 3_100, 5_200]);
  });

  test('[ST-10] [LI-09] the network that comes back within five seconds of an attempt waits for them', () => {
    const world = new World().opened();
    world.tell({ type: 'offline' });
    world.tell({ type: 'online' });
    world.pass(20_000);
    expect(world.times('open')).toEqual([0, 5_000]);
  });

  test('[ST-10] what Retry tried without a network delays nothing when it is back', () => {
    const world = new World().opened();
    world.tell({ type: 'offline' });
    world.meets = () => 'lost';
    world.tell({ type: 'retry' });
    world.pass(hour);
    world.meets = () => 'opened';
    const back = world.now;
    world.tell({ type: 'online' });
    world.pass(20_000);
    expect(world.times('open', back)).toEqual([back + 1_000]);
  });

  test('[ST-10] a browser that starts offline waits for the network', () => {
    const world = new World();
    world.tell({ type: 'offline' });
    world.tell({ type: 'wanted', wanted: true });
    world.pass(hour);
    expect(world.times('open')).toEqual([]);
    expect(state(world)).toBe('disconnected');
    world.tell({ type: 'online' });
    world.pass(10_000);
    expect(state(world)).toBe('connected');
  });
});

test('[ST-10] [ST-11] Retry without a network tries its three times, and then it is quiet again', () => {
  const world = new World().opened();
  world.pass(10_000);
  world.tell({ type: 'offline' });
  world.meets = () => 'lost';
  const pressed = world.now;
  world.tell({ type: 'retry' });
  world.pass(hour);
  expect(world.times('open', pressed)).toHaveLength(3);
  expect(alertOf(world.state)).toEqual({ state: 'disconnected', shown: true, busy: false });
});

describe('reconnect cycle', () => {
  test('[ST-11] closes, waits 2 s, tries three times with 1 s and 2 s between, then looks at the flag', () => {
    const world = new World().opened();
    world.pass(60_000);
    world.meets = () => 'lost';
    world.tell({ type: 'closed', fault: 'lost' });
    const pressed = world.now;
    world.tell({ type: 'retry' });
    expect(alertOf(world.state)).toEqual({ state: 'connecting', shown: true, busy: true });
    world.pass(2_000 + 100 + 1_000 + 100 + 2_000 + 100);
    expect(world.times('close', pressed)).toEqual([pressed]);
    expect(world.times('open', pressed).map((at) => at - pressed)).toEqual([2_000, 3_100, 5_200]);
    expect(alertOf(world.state)).toEqual({ state: 'disconnected', shown: true, busy: false });
  });

  test('[ST-11] ends as soon as a try succeeds', () => {
    const world = new World().opened();
    world.pass(60_000);
    world.tell({ type: 'closed', fault: 'lost' });
    const answers = ['lost', 'opened'] as const;
    let tries = 0;
    world.meets = () => answers[tries++] ?? 'hang';
    world.tell({ type: 'retry' });
    world.pass(10_000);
    expect(tries).toBe(2);
    expect(alertOf(world.state)).toEqual({ state: 'connected', shown: false, busy: false });
  });

  test('[ST-11] an opening that nobody answers counts as failed after ten seconds', () => {
    const world = new World();
    world.meets = () => 'hang';
    world.tell({ type: 'wanted', wanted: true });
    world.pass(policy.line.openMs);
    expect(state(world)).toBe('disconnected');
  });
});

describe('decisions', () => {
  test('[UI-06] the first is taken at once, and an unwanted page clears what it kept', () => {
    const world = new World();
    world.tell({ type: 'wanted', wanted: false });
    expect(world.log.map(({ what }) => what)).toEqual(['wanted', 'close', 'clearCache']);
    world.tell({ type: 'wanted', wanted: true });
    expect(world.times('open')).toEqual([0]);
  });

  test('[LI-09] a route change is acted on after one second, and five seconds after the last decision', () => {
    const world = new World().opened();
    world.tell({ type: 'wanted', wanted: false });
    world.pass(4_800);
    expect(state(world)).toBe('connected');
    world.pass(200);
    expect(state(world)).toBe('off');
    expect(world.times('clearCache')).toEqual([5_000]);
    world.pass(60_000);
    world.tell({ type: 'wanted', wanted: true });
    world.pass(999);
    expect(state(world)).toBe('off');
    world.pass(1);
    expect(state(world)).toBe('connecting');
  });

  test('[LI-09] a page that is only passed through decides nothing', () => {
    const world = new World().opened();
    world.pass(60_000);
    world.tell({ type: 'wanted', wanted: false });
    world.pass(900);
    world.tell({ type: 'wanted', wanted: true });
    world.pass(60_000);
    expect(world.times('close')).toEqual([]);
  });

  test('[LI-09] each wish is given its own second, whatever was wished before', () => {
    const world = new World().opened();
    world.pass(60_000);
    world.tell({ type: 'wanted', wanted: false });
    world.pass(900);
    world.tell({ type: 'wanted', wanted: true });
    world.tell({ type: 'wanted', wanted: false });
    world.pass(999);
    expect(state(world)).toBe('connected');
    world.pass(1);
    expect(state(world)).toBe('off');
  });
});

describe('alert', () => {
  test('[UI-03] [ST-12] dismissed stays dismissed until a connection was made and lost again', () => {
    const world = new World().opened();
    world.pass(10_000);
    world.meets = () => 'lost';
    world.tell({ type: 'closed', fault: 'lost' });
    expect(alertOf(world.state).shown).toBe(true);
    world.tell({ type: 'dismiss' });
    world.pass(hour);
    expect(alertOf(world.state)).toMatchObject({ shown: false });
    world.meets = () => 'opened';
    world.pass(6 * 60_000);
    expect(alertOf(world.state)).toMatchObject({ state: 'connected', shown: false });
    world.tell({ type: 'closed', fault: 'lost' });
    expect(alertOf(world.state)).toMatchObject({ state: 'disconnected', shown: true });
    world.tell({ type: 'dismiss' });
    world.pass(60_000);
    expect(alertOf(world.state)).toMatchObject({ state: 'connected', shown: false });
    world.tell({ type: 'offline' });
    expect(alertOf(world.state)).toMatchObject({ state: 'disconnected', shown: true });
  });

  test('[UI-03] the first connection and a page without one alarm nobody', () => {
    const world = new World();
    expect(alertOf(world.state)).toEqual({ state: 'off', shown: false, busy: false });
    world.tell({ type: 'wanted', wanted: true });
    expect(alertOf(world.state)).toEqual({ state: 'connecting', shown: false, busy: true });
  });

  test('[UI-03] Retry acts at once even in a long rest, and does not lengthen the pauses', () => {
    const world = new World(() => 0);
    world.meets = () => 'lost';
    world.tell({ type: 'wanted', wanted: true });
    world.pass(hour);
    while (world.state.phase !== 'waiting') world.pass(100);
    const { attempts, errors } = world.state;
    for (let i = 0; i < 5; i++) {
      const pressed = world.now;
      world.tell({ type: 'retry' });
      world.pass(6_000);
      expect(world.times('open', pressed)[0]).toBe(pressed + 2_000);
    }
    expect(world.state).toMatchObject({ attempts, errors });
  });
});

test('[ST-10] [ST-11] [ST-12] [LI-09] hours of any weather: it never storms, never sleeps for good, never opens where none is wanted', () => {
  const fault = fc.constantFrom<Fault>('lost', 'unavailable', 'session', 'channel', 'token', 'renewed', 'restart');
  const happening = fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('closed' as const), fault }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<LineEvent>(
        { type: 'online' },
        { type: 'offline' },
        { type: 'retry' },
        { type: 'dismiss' },
        { type: 'doubted' },
      ),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('wanted' as const), wanted: fc.boolean() }) },
  );
  const weather = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 400_000 }),
      happening,
      fc.constantFrom('opened', 'hang', 'lost', 'unavailable', 'session', 'renewed'),
    ),
    {
      minLength: 5,
      maxLength: 120,
    },
  );
  fc.assert(
    fc.property(weather, fc.integer(), (steps, seed) => {
      let dice = seed >>> 0;
      const world = new World(() => {
        dice = (Math.imul(dice, 1_664_525) + 1_013_904_223) >>> 0;
        return dice / 2 ** 32;
      });
      world.tell({ type: 'wanted', wanted: true });
      for (const [gap, event, meets] of steps) {
        world.meets = () => meets as Fault;
        world.pass(gap);
        world.tell(event);
        const { phase, wanted, online, dueAt } = world.state;
        // Never asleep for good: with a wish and a network there is a connection or a time for the next step.
        if (wanted && online) expect(dueAt).not.toBeNull();
        if (!wanted) expect(phase).toBe('off');
      }
      // An opening is never made on top of another line.
      let lines = 0;
      for (const { what } of world.log) {
        if (what === 'close' || what === 'closed') lines = 0;
        if (what === 'open') expect(++lines).toBe(1);
      }
      // A person's presses aside, no minute sees more than a few openings.
      if (!steps.some(([, event]) => event.type === 'retry')) {
        const opens = world.times('open');
        for (let i = 12; i < opens.length; i++) expect((opens[i] ?? 0) - (opens[i - 12] ?? 0)).toBeGreaterThan(20_000);
      }
      // And it comes back when the weather clears.
      world.meets = () => 'opened';
      world.tell({ type: 'online' });
      world.tell({ type: 'wanted', wanted: true });
      world.pass(10 * 60_000);
      expect(state(world)).toBe('connected');
    }),
    { seed: 42, numRuns: 300 },
  );
});
