/** The same numbers for the same seed on every machine. */
export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A seed of its own for each name, so that one thing more in one place changes nothing elsewhere. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

export function pick<T>(random: Random, from: readonly T[]): T {
  const chosen = from[Math.floor(random() * from.length)];
  if (chosen === undefined) throw new RangeError('nothing to pick from');
  return chosen;
}

/** One of the values, each as likely as its weight says. */
export function weighted<T>(random: Random, from: readonly (readonly [T, number])[]): T {
  let left = random() * from.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of from) {
    left -= weight;
    if (left < 0) return value;
  }
  const last = from.at(-1);
  if (!last) throw new RangeError('nothing to pick from');
  return last[0];
}

export function shuffled<T>(random: Random, from: readonly T[]): T[] {
  const copy = [...from];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
  }
  return copy;
}

/** Around 1, most near it, seldom a third or thrice of it. */
export function spread(random: Random, width: number): number {
  const normal = random() + random() + random() + random() - 2;
  return Math.exp(normal * width);
}
