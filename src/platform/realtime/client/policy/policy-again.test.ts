import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closeCodes } from '../../protocol/protocol.ts';
import { hour, state, World } from './policy.testing.ts';
import { alertOf, faultOf, idleState } from './policy.ts';
import { policy } from './policy-times.ts';

describe('reset', () => {
  test.each([
    'session',
    'channel',
    'token',
  ] as const)('[ST-12] [ER-10] a %s failure clears the cache and tries 5 to 7 times, each after 3 to 8 s', (fault) => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (stream) => {
        const world = new World(() => stream.next().value ?? 0).opened();
        world.pass(10_000);
        world.meets = () => 'lost';
        const failed = world.now;
        world.dispatch({ type: 'closed', fault });
        expect(world.times('clearStorage', failed)).toEqual([failed]);
        while (world.state.phase !== 'waiting') world.pass(100);
        const opens = world.times('open', failed);
        expect(opens.length).toBeGreaterThanOrEqual(5);
        expect(opens.length).toBeLessThanOrEqual(7);
        for (const [i, at] of opens.entries()) {
          const waited = Math.round(at - (i === 0 ? failed : (opens[i - 1] ?? 0) + world.latencyMs));
          expect(waited).toBeGreaterThanOrEqual(3_000);
          expect(waited).toBeLessThanOrEqual(8_000);
        }
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  test('[ST-12] [ER-10] five to seven tries, chosen at random', () => {
    for (const [dice, tries] of [
      [0, 5],
      [0.5, 6],
      [0.999, 7],
    ] as const) {
      const world = new World(() => dice).opened();
      world.pass(10_000);
      world.meets = () => 'lost';
      const failed = world.now;
      world.dispatch({ type: 'closed', fault: 'session' });
      while (world.state.phase !== 'waiting') world.pass(100);
      expect(world.times('open', failed)).toHaveLength(tries);
    }
  });

  test('[ER-10] the close codes of a failed channel, session or token, and of an unavailable or overloaded server', () => {
    expect([4400, 4401, 4403, 4409, 1001, 1012].map(faultOf)).toEqual([
      'channel',
      'session',
      'token',
      'renewed',
      'restart',
      'restart',
    ]);
    expect([1011, 1013, 4408, 4429, 4508].map(faultOf)).toEqual(Array(5).fill('unavailable'));
    expect([1000, 1005, 1006, 1015, 4000, 4402, 4999].map(faultOf)).toEqual(Array(7).fill('lost'));
    expect(policy.unavailableMs).toBe(2_000);
  });

  test('[ER-10] an unavailable or overloaded server is tried again after two seconds', () => {
    const waits = [0, 0.999].map((dice) => {
      const world = new World(() => dice).opened();
      world.pass(60_000);
      const lost = world.now;
      world.dispatch({ type: 'closed', fault: 'unavailable' });
      world.pass(2_200);
      expect(state(world)).toBe('connected');
      return world.times('open', lost).map((at) => at - lost);
    });
    expect(waits).toEqual([[2_000], [2_000]]);
  });

  test('pages of a restarting process reconnect within two seconds, spread over time', () => {
    const waits = [0, 0.5, 0.999].flatMap((dice) => {
      const world = new World(() => dice).opened();
      world.pass(60_000);
      const lost = world.now;
      world.dispatch({ type: 'closed', fault: faultOf(closeCodes.going_away) });
      world.pass(2_200);
      expect(state(world)).toBe('connected');
      return world.times('open', lost).map((at) => Math.round(at - lost));
    });
    expect(waits).toEqual([200, 1_100, 1_998]);
  });

  test('a connection that is closed again at once waits for the five seconds between two attempts', () => {
    const world = new World(() => 0).opened();
    world.pass(1_000);
    const attempted = world.times('open').at(-1) ?? 0;
    world.dispatch({ type: 'closed', fault: 'restart' });
    world.pass(5_000);
    expect(world.times('open', attempted + 1).map((at) => at - attempted)).toEqual([5_000]);
  });

  test('[ST-12] [UI-03] an ended session raises no alert before a try has failed', () => {
    const world = new World(() => 0).opened();
    world.pass(10_000);
    world.meets = () => 'lost';
    world.dispatch({ type: 'closed', fault: 'session' });
    expect(alertOf(world.state)).toEqual({ state: 'connecting', shown: false, busy: true });
    world.pass(3_000 + world.latencyMs);
    expect(alertOf(world.state)).toEqual({ state: 'connecting', shown: true, busy: true });
  });

  test('[LI-09] a connection that breaks in the same way right after opening waits for growing pauses', () => {
    for (const fault of ['unavailable', 'session'] as const) {
      const world = new World().opened();
      const startedAt = world.now;
      world.dispatch({ type: 'closed', fault });
      for (let elapsed = 0; elapsed < hour; elapsed += 1_000) {
        world.pass(1_000);
        if (world.state.phase === 'connected') world.dispatch({ type: 'closed', fault });
      }
      expect(world.times('open', startedAt).length).toBeLessThan(60);
    }
  });
});

describe('a session that continues under another cookie', () => {
  test('[UI-03] reconnects at once without an alert and without clearing the page’s data', () => {
    const world = new World().opened();
    world.pass(60_000);
    const renewed = world.now;
    world.dispatch({ type: 'closed', fault: 'renewed' });
    expect(alertOf(world.state)).toEqual({ state: 'connecting', shown: false, busy: true });
    world.pass(policy.renewal.settleMs + world.latencyMs);
    expect(world.times('open', renewed)).toEqual([renewed + 250]);
    expect(alertOf(world.state)).toEqual({ state: 'connected', shown: false, busy: false });
    expect(world.times('clearStorage')).toEqual([]);
  });

  test('[LI-09] is tried four times while the cookie is pending, then counts as a failed session', () => {
    const world = new World(() => 0).opened();
    world.pass(60_000);
    world.meets = () => 'session';
    const renewed = world.now;
    world.dispatch({ type: 'closed', fault: 'renewed' });
    while (world.times('clearStorage').length === 0) {
      expect(alertOf(world.state).shown).toBe(false);
      world.pass(50);
    }
    expect(world.times('open', renewed).map((at) => at - renewed)).toEqual([250, 1_350, 3_450, 6_550]);
    expect(alertOf(world.state)).toEqual({ state: 'connecting', shown: true, busy: true });
  });

  test('[LI-09] is not opened within five seconds of another attempt', () => {
    const world = new World().opened();
    world.pass(1_000);
    world.dispatch({ type: 'closed', fault: 'renewed' });
    world.pass(10_000);
    expect(world.times('open')).toEqual([0, 5_000]);
    expect(alertOf(world.state)).toEqual({ state: 'connected', shown: false, busy: false });
  });
});

describe('pauses', () => {
  test('[LI-09] five seconds doubled by attempt with up to two seconds of jitter, capped at two minutes, and the long pauses', () => {
    const world = new World(() => 0.5);
    world.meets = () => 'lost';
    world.dispatch({ type: 'wanted', wanted: true });
    const pauses: number[] = [];
    let since: number | null = null;
    while (pauses.length < 14) {
      const { phase } = world.state;
      if (phase === 'waiting') since ??= world.now;
      else if (since !== null) {
        pauses.push(world.now - since);
        since = null;
      }
      world.pass(100);
    }
    const rounded = pauses.map((ms) => Math.round(ms / 1_000));
    // 5, 10, 20, 40 s (+ 1 s of jitter); the fourth attempt makes more than five errors: 5 min. Capped at 2 min; after
    // the tenth 3 min instead of the first pause.
    expect(rounded).toEqual(
      [6, 11, 21, 41, 300, 120, 300, 120, 300, 120, 180, 11, 21, 41].map((s) => expect.closeTo(s, 0)),
    );
  });

  test('[LI-09] at least five seconds pass between attempts, for any events of network and page', () => {
    const world = new World().opened();
    for (let i = 0; i < 200; i++) {
      world.dispatch({ type: i % 2 ? 'online' : 'offline' });
      world.pass(700);
    }
    world.pass(20_000);
    const starts = world.times('open');
    for (let i = 1; i < starts.length; i++)
      expect((starts[i] ?? 0) - (starts[i - 1] ?? 0)).toBeGreaterThanOrEqual(5_000);
    expect(state(world)).toBe('connected');
  });

  test('[LI-09] a connection that lasted clears the counts', () => {
    const world = new World(() => 0);
    world.meets = () => 'lost';
    world.dispatch({ type: 'wanted', wanted: true });
    world.pass(100_000);
    world.meets = () => 'opened';
    world.pass(400_000);
    expect(state(world)).toBe('connected');
    const lost = world.now;
    world.dispatch({ type: 'closed', fault: 'lost' });
    world.pass(30_000);
    expect(world.times('open', lost)).toEqual([lost + 5_000 + 2_000]);
  });

  test('after the network or the page is back, a dead connection is detected within ten seconds', () => {
    for (const sign of ['online', 'doubted'] as const) {
      const world = new World().opened();
      world.pass(10_000);
      world.pongs = false;
      const pingedAt = world.now;
      world.dispatch({ type: sign });
      world.dispatch({ type: sign });
      world.pass(policy.connection.pongMs);
      expect(world.times('ping', pingedAt)).toEqual([pingedAt]);
      expect(state(world)).toBe('disconnected');
    }
  });

  test('a visible page disturbs no open connection and opens none that is off', () => {
    const world = new World().opened();
    world.pass(10_000);
    for (let i = 0; i < 50; i++) {
      world.dispatch({ type: 'doubted' });
      world.pass(300);
    }
    expect(state(world)).toBe('connected');
    expect(world.times('open')).toHaveLength(1);
    const idle = new World();
    idle.dispatch({ type: 'doubted' });
    expect([idle.state, idle.log.map(({ what }) => what)]).toEqual([idleState, ['doubted']]);
  });

  test('a silent connection is detected by an unanswered ping', () => {
    const world = new World().opened();
    world.pass(5 * 60_000);
    expect(state(world)).toBe('connected');
    world.pongs = false;
    world.pass(2 * policy.connection.pingMs + policy.connection.pongMs);
    expect(state(world)).toBe('disconnected');
  });
});
