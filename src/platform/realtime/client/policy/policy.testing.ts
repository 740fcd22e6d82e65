import { expect } from 'vitest';
import {
  alertOf,
  type Effect,
  type Fault,
  idleState,
  next,
  type PolicyEvent,
  type PolicyState,
  wakeAt,
} from './policy.ts';

/** A simulated browser: the test advances time and decides the result of each opening. */
export class World {
  now = 0;
  state: PolicyState = idleState;
  readonly log: { at: number; what: Effect | PolicyEvent['type']; fault?: Fault }[] = [];
  /** The result of the next opening, after `latencyMs`; `hang` never answers. */
  meets: () => 'opened' | Fault | 'hang' = () => 'opened';
  latencyMs = 100;
  readonly random: () => number;
  #answerAt: number | null = null;
  #answer: PolicyEvent | null = null;

  constructor(random: () => number = () => 0.5) {
    this.random = random;
  }

  dispatch(event: PolicyEvent): void {
    this.log.push({ at: this.now, what: event.type, ...(event.type === 'closed' ? { fault: event.fault } : {}) });
    const { state, effects } = next(this.state, event, this.now, this.random);
    this.state = state;
    for (const effect of effects) {
      this.log.push({ at: this.now, what: effect });
      if (effect === 'open') this.#open();
      if (effect === 'close') this.#answerAt = null;
      if (effect === 'ping' && this.pongs) this.#in(this.latencyMs, { type: 'received' });
    }
  }

  /** Whether pings are answered. */
  pongs = true;

  /** Advances time and fires all timers that fall due. */
  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const due = Math.min(this.#answerAt ?? Number.POSITIVE_INFINITY, wakeAt(this.state) ?? Number.POSITIVE_INFINITY);
      if (due > end) break;
      this.now = Math.max(this.now, due);
      if (this.#answerAt !== null && this.now >= this.#answerAt && this.#answer) {
        this.#answerAt = null;
        this.dispatch(this.#answer);
      } else this.dispatch({ type: 'timer' });
    }
    this.now = end;
  }

  opened(): this {
    this.dispatch({ type: 'wanted', wanted: true });
    this.pass(this.latencyMs);
    expect(this.state.phase).toBe('connected');
    return this;
  }

  /** The times of an effect, from `from` on. */
  times(what: Effect, from = 0): number[] {
    return this.log.filter((entry) => entry.what === what && entry.at >= from).map(({ at }) => at);
  }

  #open(): void {
    const answer = this.meets();
    if (answer === 'hang') this.#answerAt = null;
    else this.#in(this.latencyMs, answer === 'opened' ? { type: 'opened' } : { type: 'closed', fault: answer });
  }

  #in(ms: number, answer: PolicyEvent): void {
    this.#answerAt = this.now + ms;
    this.#answer = answer;
  }
}

export const hour = 3_600_000;
export const state = (world: World) => alertOf(world.state).state;
