import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alertOf, type Effect, type Fault, idleLine, type LineEvent, type LineState, next, policy, wakeAt } from './policy.ts';

/** A browser without a browser: time passes only when told, and what each opening meets is decided by the test. */
class World {
  now = 0;
  state: LineState = idleLine;
  readonly log: { at: number; what: Effect | LineEvent['type']; fault?: Fault }[] = [];
  /** How the next opening ends, after `latencyMs`; `hang` never answers. */
  meets: () => 'opened' | Fault | 'hang' = () => 'opened';
  latencyMs = 100;
  readonly random: () => number;
  #answerAt: number | null = null;
  #answer: LineEvent | null = null;

  constructor(random: () => number = () => 0.5) {
    this.random = random;
  }

  tell(event: LineEvent): void {
    this.log.push({ at: this.now, what: event.type, ...(event.type === 'closed' ? { fault: event.fault } : {}) });
    const { state, effects } = next(this.state, event, this.now, this.random);
    this.state = state;
    for (const effect of effects) {
      this.log.push({ at: this.now, what: effect });
      if (effect === 'open') this.#open();
      if (effect === 'close') this.#answerAt = null;
      if (effect === 'ping' && this.pongs) this.#in(this.latencyMs, { type: 'heard' });
    }
  }

  /** Whether pings are answered. */
  pongs = true;

  /** Lets time pass, with everything that falls due in it. */
  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const due = Math.min(this.#answerAt ?? Number.POSITIVE_INFINITY, wakeAt(this.state) ?? Number.POSITIVE_INFINITY);
      if (due > end) break;
      this.now = Math.max(this.now, due);
      if (this.#answerAt !== null && this.now >= this.#answerAt && this.#answer) {
        this.#answerAt = null;
        this.tell(this.#answer);
      } else this.tell({ type: 'timer' });
    }
    this.now = end;
  }

  opened(): this {
    this.tell({ type: 'wanted', wanted: true });
    this.pass(this.latencyMs);
    expect(this.state.phase).toBe('connected');
    return this;
  }

  /** The moments of an effect, from a moment on. */
  times(what: Effect, from = 0): number[] {
    return this.log.filter((entry) => entry.what === what && entry.at >= from).map(({ at }) => at);
  }

  #open(): void {
    const answer = this.meets();
    if (answer === 'hang') this.#answerAt = null;
    else this.#in(this.latencyMs, answer === 'opened' ? { type: 'opened' } : { type: 'closed', fault: answer });
  }

  #in(ms: number, answer: LineEvent): void {
    this.#answerAt = this.now + ms;
    this.#answer = answer;
  }
}

const hour = 3_600_000;
const state = (world: World) => alertOf(world.state).state;

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
    // The reconnect begins after 1 s with ST-11's closing, and opens when that has settled.
    expect(world.times('close', back)).toEqual([back + 1_000]);
    expect(world.times('open', back)).toEqual([back + 3_000]);
    expect(state(world)).toBe('connected');
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
        expect(world.times('clearCache', failed)).toEqual([failed]);
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
    expect(world.times('clearCache')).toEqual([]);
  });

  test('[LI-09] is tried four times while the cookie is on its way, then it is a session that failed', () => {
    const world = new World(() => 0).opened();
    world.pass(60_000);
    world.meets = () => 'session';
    const renewed = world.now;
    world.tell({ type: 'closed', fault: 'renewed' });
    while (world.times('clearCache').length === 0) {
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
    // 5, 10, 20, 40 s (+ 1 s of jitter); the fourth attempt brings the errors over five: 5 min. Capped at 2 min; after the tenth 3 min instead of the first pause.
    expect(rounded).toEqual([6, 11, 21, 41, 300, 120, 300, 120, 300, 120, 180, 11, 21, 41].map((s) => expect.closeTo(s, 0)));
  });

  test('[LI-09] attempts are never closer than five seconds, whatever the network and the windows do', () => {
    const world = new World().opened();
    for (let i = 0; i < 200; i++) {
      world.tell({ type: i % 2 ? 'online' : 'offline' });
      world.pass(700);
    }
    world.pass(20_000);
    const starts = world.times('open');
    for (let i = 1; i < starts.length; i++) expect((starts[i] ?? 0) - (starts[i - 1] ?? 0)).toBeGreaterThanOrEqual(5_000);
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
  const fault = fc.constantFrom<Fault>('lost', 'unavailable', 'session', 'channel', 'token', 'renewed');
  const happening = fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('closed' as const), fault }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<LineEvent>({ type: 'online' }, { type: 'offline' }, { type: 'retry' }, { type: 'dismiss' }, { type: 'doubted' }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('wanted' as const), wanted: fc.boolean() }) },
  );
  const weather = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 400_000 }), happening, fc.constantFrom('opened', 'hang', 'lost', 'unavailable', 'session', 'renewed')),
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
