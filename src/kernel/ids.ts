const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * A new opaque id: 20 characters of Crockford base 32; the first nine are the time in milliseconds, the rest 55 random
 * bits. Later ids sort later, which keeps index pages full. An id is not a secret.
 */
export function newId(atMs: number = Date.now()): string {
  let time = atMs;
  let head = '';
  for (let i = 0; i < 9; i++) {
    head = alphabet[time % 32] + head;
    time = Math.floor(time / 32);
  }
  if (used + 11 > random.length) {
    crypto.getRandomValues(random);
    used = 0;
  }
  let tail = '';
  for (const end = used + 11; used < end; used++) tail += alphabet[(random[used] as number) & 31];
  return head + tail;
}

/** Filled for many ids at a time, which is four times as fast. */
const random = new Uint8Array(1_024);
let used = random.length;

/**
 * The second in which an id was created, from its first nine characters; null for an invalid id. Of two ids with
 * different seconds the earlier sorts first.
 */
export function secondOfId(id: string): number | null {
  if (id.length < 9) return null;
  let ms = 0;
  for (let i = 0; i < 9; i++) {
    const digit = alphabet.indexOf(id[i] as string);
    if (digit === -1) return null;
    ms = ms * 32 + digit;
  }
  const second = Math.floor(ms / 1_000);
  return second <= 0xffffffff ? second : null;
}

/** The format of `newId`. */
export const idShape = /^[0-9a-hjkmnp-tv-z]{20}$/;

const shape = /^[0-9a-z]{1,64}$/;

/** Whether a string could be one of our ids. Other strings are answered as unknown without a query. */
export function isId(text: string): boolean {
  return shape.test(text);
}
