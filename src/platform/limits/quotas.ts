import { Refusal } from '#kernel/refusal.ts';

/**
 * How much one may hold at once, as data; docs/reference/limits.md has them all. Unlike a limit it has no window: it is counted
 * from what there is, so what is given up is free again at once.
 */
export interface Quota {
  /** `room.what`. */
  readonly name: string;
  /** What is counted, as a person would say it. */
  readonly counts: string;
  readonly per: string;
  readonly most: number;
  /** What `most` is of; `MB` are 1,048,576 bytes. */
  readonly unit: '' | 'MB';
  /** What ends it. */
  readonly freed: string;
  /** 409: something else must be given up first; 429: it passes by itself. */
  readonly status: 409 | 429;
  readonly code: string;
  /** What who is over it reads. */
  readonly sentence: string;
}

/** Names each quota `room.key`. */
export function defineQuotas<const K extends string>(
  room: string,
  table: Record<K, Omit<Quota, 'name'>>,
): Readonly<Record<K, Quota>> {
  const named = Object.entries<Omit<Quota, 'name'>>(table).map(([key, quota]) => {
    const kebab = key.replace(/[A-Z]/g, (email) => `-${email.toLowerCase()}`);
    return [key, Object.freeze({ ...quota, name: `${room}.${kebab}` })] as const;
  });
  return Object.freeze(Object.fromEntries(named)) as Record<K, Quota>;
}

/** The quota's own refusal. */
export function overQuota({ status, code, sentence }: Quota): Refusal {
  return new Refusal(status, code, sentence, status === 429 ? { retryAfterSeconds: 5 } : {});
}
