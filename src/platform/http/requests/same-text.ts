import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a secret that was given is the one expected, in a time that tells nothing of either. */
export function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
