/** The only source of time for rules, timers and limits: SQL never decides by the database's `now()`. */
export interface Clock {
  now(): Date;
  /** Milliseconds ahead of the machine's clock. Always 0 outside the sandbox and tests. */
  offsetMs(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  offsetMs: () => 0,
};

/** A clock that the sandbox and the tests can move forward. It never goes back: what has expired stays expired. */
export class MovableClock implements Clock {
  #offsetMs: number;

  constructor(offsetMs = 0) {
    this.#offsetMs = offsetMs;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  offsetMs(): number {
    return this.#offsetMs;
  }

  /**
   * Moves forward by `ms`, which must not be negative. Does not run jobs that became due: see `advanceClock` of jobs.
   */
  advance(ms: number): void {
    if (!(ms >= 0)) throw new RangeError('the clock only moves forward');
    this.#offsetMs += ms;
  }

  /** Follows another process that has moved it. */
  catchUp(offsetMs: number): void {
    this.#offsetMs = Math.max(this.#offsetMs, offsetMs);
  }
}
