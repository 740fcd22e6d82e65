import { minuteMs } from '#kernel/time.ts';

export interface Choosable {
  startsAt: Date;
  endsAt: Date;
  weight: number;
}

/**
 * The ad of a place in this minute, the same for all viewers and in every process, so that a cached page shows the same
 * as a new one. Over the minutes each ad appears by its weight. Null while none runs.
 */
export function chooseAd<Ad extends Choosable>(ads: readonly Ad[], place: string, now: Date): Ad | null {
  const running = ads.filter((ad) => runs(ad, now));
  const all = running.reduce((sum, { weight }) => sum + weight, 0);
  if (all === 0) return null;
  let left = spread(`${place} ${Math.floor(now.getTime() / minuteMs)}`) % all;
  for (const ad of running) {
    if (left < ad.weight) return ad;
    left -= ad.weight;
  }
  return null;
}

export function runs({ startsAt, endsAt }: Pick<Choosable, 'startsAt' | 'endsAt'>, now: Date): boolean {
  return startsAt <= now && now < endsAt;
}

/**
 * A pseudo-random number of 32 bits (FNV-1a with a final mixing, without which neighbouring minutes would correlate).
 */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
