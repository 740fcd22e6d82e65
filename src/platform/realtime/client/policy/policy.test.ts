import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hour, state, World } from './policy.testing.ts';
import { alertOf, type Fault, type PolicyEvent } from './policy.ts';
import { policy } from './policy-times.ts';

describe('online and offline', () => {
  test('[ST-10] offline closes at once and attempts nothing; online reconnects after one second', () => {
    const world = new World().opened();
    world.pass(10_000);
    world.dispatch({ type: 'offline' });
    expect(world.log.at(-1)?.what).toBe('close');
    expect(state(world)).toBe('disconnected');
    world.pass(hour);
    expect(world.times('open')).toHaveLength(1);
    const back = world.now;
    world.dispatch({ type: 'online' });
    world.pass(20_000);
    // ST-11's close and its two seconds started when the network was lost.
    expect(world.times('open', back)).toEqual([back + 1_000]);
    expect(state(world)).toBe('connected');
  });

  test('[ST-10] [ST-11] after a short network loss the cycle’s two seconds count from the loss', () => {
    const world = new World().opened();
    world.pass(10_000);
    const gone = world.now;
    world.dispatch({ type: 'offline' });
    world.pass(300);
    world.dispatch({ type: 'online' });
    world.meets = () => 'lost';
    world.pass(6_000);
    expect(world.times('open', gone).map((at) => at - gone)).toEqual([2_000, 3_100, 5_200]);
  });

  test('[ST-10] [LI-09] a network that is back within five seconds of an attempt waits for them', () => {
    const world = new World().opened();
    world.dispatch({ type: 'offline' });
    world.dispatch({ type: 'online' });
    world.pass(20_000);
    expect(world.times('open')).toEqual([0, 5_000]);
  });

  test('[ST-10] a Retry without a network delays nothing when the network is back', () => {
    const world = new World().opened();
    world.dispatch({ type: 'offline' });
    world.meets = () => 'lost';
    world.dispatch({ type: 'retry' });
    world.pass(hour);
    world.meets = () => 'opened';
    const back = world.now;
    world.dispatch({ type: 'online' });
    world.pass(20_000);
    expect(world.times('open', back)).toEqual([back + 1_000]);
  });

  test('[ST-10] a browser that starts offline waits for the network', () => {
    const world = new World();
    world.dispatch({ type: 'offline' });
    world.dispatch({ type: 'wanted', wanted: true });
    world.pass(hour);
    expect(world.times('open')).toEqual([]);
    expect(state(world)).toBe('disconnected');
    world.dispatch({ type: 'online' });
    world.pass(10_000);
    expect(state(world)).toBe('connected');
  });
});

test('[ST-10] [ST-11] Retry without a network makes its three tries, then none', () => {
  const world = new World().opened();
  world.pass(10_000);
  world.dispatch({ type: 'offline' });
  world.meets = () => 'lost';
  const pressed = world.now;
  world.dispatch({ type: 'retry' });
  world.pass(hour);
  expect(world.times('open', pressed)).toHaveLength(3);
  expect(alertOf(world.state)).toEqual({ state: 'disconnected', shown: true, busy: false });
});

describe('reconnect cycle', () => {
  test('[ST-11] closes, waits 2 s, tries three times with 1 s and 2 s between, then checks the flag', () => {
    const world = new World().opened();
    world.pass(60_000);
    world.meets = () => 'lost';
    world.dispatch({ type: 'closed', fault: 'lost' });
    const pressed = world.now;
    world.dispatch({ type: 'retry' });
    expect(alertOf(world.state)).toEqual({ state: 'connecting', shown: true, busy: true });
    world.pass(2_000 + 100 + 1_000 + 100 + 2_000 + 100);
    expect(world.times('close', pressed)).toEqual([pressed]);
    expect(world.times('open', pressed).map((at) => at - pressed)).toEqual([2_000, 3_100, 5_200]);
    expect(alertOf(world.state)).toEqual({ state: 'disconnected', shown: true, busy: false });
  });

  test('[ST-11] ends as soon as a try succeeds', () => {
    const world = new World().opened();
    world.pass(60_000);
    world.dispatch({ type: 'closed', fault: 'lost' });
    const answers = ['lost', 'opened'] as const;
    let tries = 0;
    world.meets = () => answers[tries++] ?? 'hang';
    world.dispatch({ type: 'retry' });
    world.pass(10_000);
    expect(tries).toBe(2);
    expect(alertOf(world.state)).toEqual({ state: 'connected', shown: false, busy: false });
  });

  test('[ST-11] an unanswered opening fails after ten seconds', () => {
    const world = new World();
    world.meets = () => 'hang';
    world.dispatch({ type: 'wanted', wanted: true });
    world.pass(policy.connection.openMs);
    expect(state(world)).toBe('disconnected');
  });
});

describe('decisions', () => {
  test('[UI-06] the first is applied at once, and a page without a connection clears its cache', () => {
    const world = new World();
    world.dispatch({ type: 'wanted', wanted: false });
    expect(world.log.map(({ what }) => what)).toEqual(['wanted', 'close', 'clearCache']);
    world.dispatch({ type: 'wanted', wanted: true });
    expect(world.times('open')).toEqual([0]);
  });

  test('[LI-09] a route change is applied after one second, and five seconds after the last decision', () => {
    const world = new World().opened();
    world.dispatch({ type: 'wanted', wanted: false });
    world.pass(4_800);
    expect(state(world)).toBe('connected');
    world.pass(200);
    expect(state(world)).toBe('off');
    expect(world.times('clearCache')).toEqual([5_000]);
    world.pass(60_000);
    world.dispatch({ type: 'wanted', wanted: true });
    world.pass(999);
    expect(state(world)).toBe('off');
    world.pass(1);
    expect(state(world)).toBe('connecting');
  });

  test('[LI-09] a page that is left at once changes nothing', () => {
    const world = new World().opened();
    world.pass(60_000);
    world.dispatch({ type: 'wanted', wanted: false });
    world.pass(900);
    world.dispatch({ type: 'wanted', wanted: true });
    world.pass(60_000);
    expect(world.times('close')).toEqual([]);
  });

  test('[LI-09] each wish waits a second of its own, independent of earlier ones', () => {
    const world = new World().opened();
    world.pass(60_000);
    world.dispatch({ type: 'wanted', wanted: false });
    world.pass(900);
    world.dispatch({ type: 'wanted', wanted: true });
    world.dispatch({ type: 'wanted', wanted: false });
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
    world.dispatch({ type: 'closed', fault: 'lost' });
    expect(alertOf(world.state).shown).toBe(true);
    world.dispatch({ type: 'dismiss' });
    world.pass(hour);
    expect(alertOf(world.state)).toMatchObject({ shown: false });
    world.meets = () => 'opened';
    world.pass(6 * 60_000);
    expect(alertOf(world.state)).toMatchObject({ state: 'connected', shown: false });
    world.dispatch({ type: 'closed', fault: 'lost' });
    expect(alertOf(world.state)).toMatchObject({ state: 'disconnected', shown: true });
    world.dispatch({ type: 'dismiss' });
    world.pass(60_000);
    expect(alertOf(world.state)).toMatchObject({ state: 'connected', shown: false });
    world.dispatch({ type: 'offline' });
    expect(alertOf(world.state)).toMatchObject({ state: 'disconnected', shown: true });
  });

  test('[UI-03] the first connection and a page without one raise no alert', () => {
    const world = new World();
    expect(alertOf(world.state)).toEqual({ state: 'off', shown: false, busy: false });
    world.dispatch({ type: 'wanted', wanted: true });
    expect(alertOf(world.state)).toEqual({ state: 'connecting', shown: false, busy: true });
  });

  test('[UI-03] Retry acts at once even in a long pause, and does not lengthen the pauses', () => {
    const world = new World(() => 0);
    world.meets = () => 'lost';
    world.dispatch({ type: 'wanted', wanted: true });
    world.pass(hour);
    while (world.state.phase !== 'waiting') world.pass(100);
    const { attempts, errors } = world.state;
    for (let i = 0; i < 5; i++) {
      const pressed = world.now;
      world.dispatch({ type: 'retry' });
      world.pass(6_000);
      expect(world.times('open', pressed)[0]).toBe(pressed + 2_000);
    }
    expect(world.state).toMatchObject({ attempts, errors });
  });
});

test('[ST-10] [ST-11] [ST-12] [LI-09] property test over hours of random events: it never floods the server, never stops for good, never opens an unwanted connection', () => {
  const fault = fc.constantFrom<Fault>('lost', 'unavailable', 'session', 'channel', 'token', 'renewed', 'restart');
  const happening = fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('closed' as const), fault }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<PolicyEvent>(
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
      world.dispatch({ type: 'wanted', wanted: true });
      for (const [gap, event, meets] of steps) {
        world.meets = () => meets as Fault;
        world.pass(gap);
        world.dispatch(event);
        const { phase, wanted, online, dueAt } = world.state;
        // Never stopped for good: with a wish and a network there is a connection or a time for the next step.
        if (wanted && online) expect(dueAt).not.toBeNull();
        if (!wanted) expect(phase).toBe('off');
      }
      // An opening never starts beside another connection.
      let connections = 0;
      for (const { what } of world.log) {
        if (what === 'close' || what === 'closed') connections = 0;
        if (what === 'open') expect(++connections).toBe(1);
      }
      // Except for Retry, there are only a few openings in a minute.
      if (!steps.some(([, event]) => event.type === 'retry')) {
        const opens = world.times('open');
        for (let i = 12; i < opens.length; i++) expect((opens[i] ?? 0) - (opens[i - 12] ?? 0)).toBeGreaterThan(20_000);
      }
      // It reconnects after the last fault.
      world.meets = () => 'opened';
      world.dispatch({ type: 'online' });
      world.dispatch({ type: 'wanted', wanted: true });
      world.pass(10 * 60_000);
      expect(state(world)).toBe('connected');
    }),
    { seed: 42, numRuns: 300 },
  );
});
