const bits = 10;
/** So many numbers have one bound. */
export const ofBound = 1 << bits;

/**
 * When, of each thousand numbers, the latest listing began and the earliest ends: never earlier and never later than that, so that a walk in the order of time may stop. What has gone since leaves a
 * bound as it was, until somebody has looked at all of them.
 */
export class MomentBounds {
  readonly latest: number[] = [];
  readonly earliest: number[] = [];

  note(n: number, publishedAt: number, expiresAt: number): void {
    const at = n >> bits;
    while (this.latest.length <= at) {
      this.latest.push(0);
      this.earliest.push(Number.POSITIVE_INFINITY);
    }
    if (publishedAt > this.latest[at]!) this.latest[at] = publishedAt;
    if (expiresAt < this.earliest[at]!) this.earliest[at] = expiresAt;
  }

  /** Once all of a bound were looked at. */
  set(at: number, latest: number, earliest: number): void {
    this.latest[at] = latest;
    this.earliest[at] = earliest;
  }
}
