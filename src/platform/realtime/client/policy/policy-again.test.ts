import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closeCodes } from '../../protocol/protocol.ts';
import { hour, state, World } from './policy.testing.ts';
import { alertOf, faultOf, idleLine } from './policy.ts';
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
        world.tell({ type: 'closed', fault });
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

  test('[ST-12] [ER-10] five tries at the least, seven at the most, by the dice', () => {
    for (const [dice, tries] of [
      [0, 5],
      [0.5, 6],
      [0.999, 7],
    ] as const) {
      const world = new World(() => dice).opened();
      world.pass(10_000);
      world.meets = () => 'lost';
      const failed = world.now;
      world.tell({ type: 'closed', fault: 'session' });
      while (world.state.phase !== 'waiting') world.pass(100);
      expect(world.times('open', failed)).toHaveLength(tries);
    }
  });

  test('[ER-10] which codes mean that the channel, the session or the token failed, and which that the other side is away or full', () => {
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

  test('[ER-10] a server that is away or full is tried again after two seconds', () => {
    const waits = [0, 0.999].map((dice) => {
      const world = new World(() => dice).opened();
      world.pass(60_000);
      const lost = world.now;
      world.tell({ type: 'closed', fault: 'unavailable' });
      world.pass(2_200);
      expect(state(world)).toBe('connected');
      return world.times('open', lost).map((at) => at - lost);
    });
    expect(waits).toEqual([[2_000], [2_000]]);
  });

  test('pages of a process that is being replaced come back within two seconds, each at its own moment', () => {
    const waits = [0, 0.5, 0.999].flatMap((dice) => {
      const world = new World(() => dice).opened();
      world.pass(60_000);
      const lost = world.now;
      world.tell({ type: 'closed', fault: faultOf(closeCodes.going_away) });
      world.pass(2_200);
      expect(state(world)).toBe('connected');
      return world.times('open', lost).map((at) => Math.round(at - lost));
    });
    expect(waits).toEqual([200, 1_100, 1_998]);
  });

  test('a line that is sent away again before it has held waits out the five seconds between two attempts, no longer', () => {
    const world = new World(() => 0).opened();
    world.pass(1_000);
    const attempted = world.times('open').at(-1) ?? 0;
    world.tell({ type: 'closed', fault: 'restart' });
    world.pass(5_000);
    expect(world.times('open', attempted + 1).map((at) => at - attempted)).toEqual([5_000]);
  });

  test('[ST-12] [UI-03] a session that is over alarms nobody before a try has failed', () => {
    const world = new World(() => 0).opened();
    world.pass(10_000);
    world.meets = () => 'lost';
    world.tell({ type: 'closed', fault: 'session' });
    expect(alertOf(world.state)).toEqual({ state: 'connecting', shown: false, busy: true });
    world.pass(3_000 + world.latencyMs);
    expect(alertOf(world.state)).toEqual({ state: 'connecting', shown: true, busy: true });
  });

  test('[LI-09] a line that breaks the same way as soon as it stands is left to the growing pauses', () => {
    for (const fault of ['unavailable', 'session'] as const) {
      const world = new World().opened();
      const begun = world.now;
      world.tell({ type: 'closed', fault });
      for (let elapsed = 0; elapsed < hour; elapsed += 1_000) {
        world.pass(1_000);
        if (world.state.phase === 'connected') world.tell({ type: 'closed', fault });
      }
      expect(world.times('open', begun).length).toBeLessThan(60);
    }
  });
});

describe('a session that goes on under another cookie', () => {
  test('[UI-03] is connected anew at once, alarms nobody, and keeps what the page has', () => {
    const world = new World().opened();
    world.pass(60_000);
    const renewed = world.now;
    world.tell({ type: 'closed', fault: 'renewed' });
    expect(alertOf(world.state)).toEqual({ state: 'connecting', shown: false, busy: true });
    world.pass(policy.renewal.settleMs + world.latencyMs);
    expect(world.times('open', renewed)).toEqual([renewed + 250]);
    expect(alertOf(world.state)).toEqual({ state: 'connected', shown: false, busy: false });
    expect(world.times('clearStorage')).toEqual([]);
  });

  test('[LI-09] is tried four times while the cookie is on its way, then it is a session that failed', () => {
    const world = new World(() => 0).opened();
    world.pass(60_000);
    world.meets = () => 'session';
    const renewed = world.now;
    world.tell({ type: 'closed', fault: 'renewed' });
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
    world.tell({ type: 'closed', fault: 'renewed' });
    world.pass(10_000);
    expect(world.times('open')).toEqual([0, 5_000]);
    expect(alertOf(world.state)).toEqual({ state: 'connected', shown: false, busy: false });
  });
});

describe('pauses', () => {
  test('[LI-09] five seconds doubled by attempt with up to two seconds of jitter, capped at two minutes, and the long rests', () => {
    const world = new World(() => 0.5);
    world.meets = () => 'lost';
    world.tell({ type: 'wanted', wanted: true });
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
    // 5, 10, 20, 40 s (+ 1 s of jitter); the fourth attempt brings the errors over five: 5 min. Capped at 2 min; after
    // the tenth 3 min instead of the first pause.
    expect(rounded).toEqual(
      [6, 11, 21, 41, 300, 120, 300, 120, 300, 120, 180, 11, 21, 41].map((s) => expect.closeTo(s, 0)),
    );
  });

  test('[LI-09] attempts are never closer than five seconds, whatever the network and the windows do', () => {
    const world = new World().opened();
    for (let i = 0; i < 200; i++) {
      world.tell({ type: i % 2 ? 'online' : 'offline' });
      world.pass(700);
    }
    world.pass(20_000);
    const starts = world.times('open');
    for (let i = 1; i < starts.length; i++)
      expect((starts[i] ?? 0) - (starts[i - 1] ?? 0)).toBeGreaterThanOrEqual(5_000);
    expect(state(world)).toBe('connected');
  });

  test('[LI-09] a connection that held clears the counts', () => {
    const world = new World(() => 0);
    world.meets = () => 'lost';
    world.tell({ type: 'wanted', wanted: true });
    world.pass(100_000);
    world.meets = () => 'opened';
    world.pass(400_000);
    expect(state(world)).toBe('connected');
    const lost = world.now;
    world.tell({ type: 'closed', fault: 'lost' });
    world.pass(30_000);
    expect(world.times('open', lost)).toEqual([lost + 5_000 + 2_000]);
  });

  test('where the network or the page came back, a line that only seems to stand is found out after ten seconds', () => {
    for (const sign of ['online', 'doubted'] as const) {
      const world = new World().opened();
      world.pass(10_000);
      world.pongs = false;
      const asked = world.now;
      world.tell({ type: sign });
      world.tell({ type: sign });
      world.pass(policy.line.pongMs);
      expect(world.times('ping', asked)).toEqual([asked]);
      expect(state(world)).toBe('disconnected');
    }
  });

  test('a sign that the page came back disturbs no line that stands, and wakes none that is off', () => {
    const world = new World().opened();
    world.pass(10_000);
    for (let i = 0; i < 50; i++) {
      world.tell({ type: 'doubted' });
      world.pass(300);
    }
    expect(state(world)).toBe('connected');
    expect(world.times('open')).toHaveLength(1);
    const idle = new World();
    idle.tell({ type: 'doubted' });
    expect([idle.state, idle.log.map(({ what }) => what)]).toEqual([idleLine, ['doubted']]);
  });

  test('a silent line is found out by a ping that nobody answers', () => {
    const world = new World().opened();
    world.pass(5 * 60_000);
    expect(state(world)).toBe('connected');
    world.pongs = false;
    world.pass(2 * policy.line.pingMs + policy.line.pongMs);
    expect(state(world)).toBe('disconnected');
  });
});
