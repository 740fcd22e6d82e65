import type { RealtimeLimits } from '../protocol/limits.ts';
import { Allowance } from '../server/allowance.ts';

/** When a client was last heard of, and how much it may still say. */
export class SignsOfLife {
  readonly #heartbeatMs: number;
  readonly #allowance: Allowance;
  #heardAt = performance.now();
  #pingedAt = performance.now();

  constructor({ heartbeatMs, frameBurst, framesPerSecond }: RealtimeLimits) {
    this.#heartbeatMs = heartbeatMs;
    this.#allowance = new Allowance(frameBurst, framesPerSecond);
  }

  /** Notes a sign that costs `frames` of the client's allowance; false where that is used up. */
  note(frames: number): boolean {
    this.#heardAt = performance.now();
    return this.#allowance.take(frames);
  }

  /** What a silent line needs at this moment; a ping that is told is taken for sent. */
  due(nowMs: number): 'end' | 'ping' | null {
    if (nowMs - this.#heardAt > 2 * this.#heartbeatMs) return 'end';
    if (nowMs - Math.max(this.#pingedAt, this.#heardAt) <= this.#heartbeatMs) return null;
    this.#pingedAt = nowMs;
    return 'ping';
  }
}
