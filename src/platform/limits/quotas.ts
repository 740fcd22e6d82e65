import { Refusal } from '#kernel/refusal.ts';

/**
 * How much one subject may hold at once, as data; listed in docs/reference/limits.md. Unlike a rate limit it has no window:
 * existing rows are counted, so a released one is free at once.
 */
export interface Quota {
  /** `feature.what`. */
  readonly name: string;
  /** What is counted, in plain words. */
  readonly counts: string;
  readonly per: string;
  readonly most: number;
  /** The unit of `most`; `MB` is 1,048,576 bytes. */
  readonly unit: '' | 'MB';
  /** What releases it. */
  readonly freed: string;
  /** 409: something else must be released first; 429: it passes with time. */
  readonly status: 409 | 429;
  readonly code: string;
  /** The message over the quota. */
  readonly sentence: string;
}

/** Names each quota `feature.key`. */
export function defineQuotas<const K extends string>(
  feature: string,
  table: Record<K, Omit<Quota, 'name'>>,
): Readonly<Record<K, Quota>> {
  const named = Object.entries<Omit<Quota, 'name'>>(table).map(([key, quota]) => {
    const kebab = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [key, Object.freeze({ ...quota, name: `${feature}.${kebab}` })] as const;
  });
  return Object.freeze(Object.fromEntries(named)) as Record<K, Quota>;
}

/** The quota's refusal. */
export function overQuota({ status, code, sentence }: Quota): Refusal {
  return new Refusal(status, code, sentence, status === 429 ? { retryAfterSeconds: 5 } : {});
}
