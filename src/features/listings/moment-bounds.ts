const bits = 10;
/** So many numbers have one bound. */
export const ofBound = 1 << bits;
/** There are fewer bounds than this: a moment in seconds and one of them are a whole number that is exact. */
const mostBounds = 2 ** 21;

/**
 * When, of each thousand numbers, the latest listing began and the earliest ends: never earlier and never later than that, so that a walk in the order of time may stop. What has gone since leaves a
 * bound as it was, until somebody has looked at all of them or all have gone.
 */
export class MomentBounds {
  readonly latest: number[] = [];
  readonly earliest: number[] = [];
  /** How many of each are for sale. */
  readonly #living: number[] = [];

  /** One more that is for sale; what it says of time is noted then. */
  begin(n: number): void {
    while (this.latest.length <= this.of(n)) {
      this.latest.push(0);
      this.earliest.push(Number.POSITIVE_INFINITY);
      this.#living.push(0);
    }
    this.#living[this.of(n)]!++;
  }

  end(n: number): void {
    const at = this.of(n);
    if (--this.#living[at]! === 0) this.set(at, 0, Number.POSITIVE_INFINITY);
  }

  note(n: number, publishedAt: number, expiresAt: number): void {
    const at = this.of(n);
    if (publishedAt > this.latest[at]!) this.latest[at] = publishedAt;
    if (expiresAt < this.earliest[at]!) this.earliest[at] = expiresAt;
  }

  /** Once all of a bound were looked at. */
  set(at: number, latest: number, earliest: number): void {
    this.latest[at] = latest;
    this.earliest[at] = earliest;
  }

  /** Once all are looked at: they are noted anew. */
  forget(): void {
    this.latest.fill(0);
    this.earliest.fill(Number.POSITIVE_INFINITY);
  }

  of(n: number): number {
    return n >> bits;
  }

  /** Those of which something is for sale, the first in the order of a moment first: sorted once, as numbers that need no comparing function. */
  *inOrder(moment: 'publishedAt' | 'expiresAt'): Generator<{ at: number; least: number }> {
    const keys = new Float64Array(this.#living.length);
    let size = 0;
    for (let at = 0; at < keys.length; at++) {
      if (this.#living[at] === 0) continue;
      keys[size++] = (moment === 'publishedAt' ? -this.latest[at]! : this.earliest[at]!) * mostBounds + at;
    }
    for (const key of keys.subarray(0, size).sort()) {
      const least = Math.floor(key / mostBounds);
      yield { at: key - least * mostBounds, least };
    }
  }
}
