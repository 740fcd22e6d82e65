import type { RealtimeLimits } from '../protocol/limits.ts';
import { Allowance } from './allowance.ts';

/** The time of a client's last frame, and its remaining allowance of frames. */
export class Heartbeat {
  readonly #heartbeatMs: number;
  readonly #allowance: Allowance;
  #receivedAt = performance.now();
  #pingedAt = performance.now();

  constructor({ heartbeatMs, frameBurst, framesPerSecond }: RealtimeLimits) {
    this.#heartbeatMs = heartbeatMs;
    this.#allowance = new Allowance(frameBurst, framesPerSecond);
  }

  /** Records a sign of life that costs `frames` of the client's allowance; false where that is used up. */
  note(frames: number): boolean {
    this.#receivedAt = performance.now();
    return this.#allowance.take(frames);
  }

  /** What a silent connection needs now; the caller sends the ping. */
  due(nowMs: number): 'end' | 'ping' | null {
    if (nowMs - this.#receivedAt > 2 * this.#heartbeatMs) return 'end';
    if (nowMs - Math.max(this.#pingedAt, this.#receivedAt) <= this.#heartbeatMs) return null;
    this.#pingedAt = nowMs;
    return 'ping';
  }
}
