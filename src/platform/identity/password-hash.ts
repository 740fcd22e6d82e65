import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { createLimiter } from '#platform/limiter.ts';

export const busySigningIn = 'We’re very busy right now. Try again in a few seconds.';

/** OWASP's first choice for Argon2id with the least memory: 19 MiB, two passes. About 25 ms of one core. */
const strong = { memory: 19_456, passes: 2 };
const tagLength = 32;
const shape = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=1\$([A-Za-z0-9+/]{16,64})\$([A-Za-z0-9+/]{32,128})$/;

export interface PasswordHasher {
  /** The hash in PHC form, with its salt and costs, so that costs can be raised later. */
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Takes as long as `verify`. */
  pretend(password: string): Promise<void>;
}

/**
 * Anyone can cause hashing, which costs memory and processor time. So few run at once (`atOnce`, two by default, which
 * leaves threads of Node's pool for disk and DNS), and beyond `waiting` queued calls the next is refused (503). Only
 * tests have lower costs.
 */
export function createPasswordHasher(atOnce = 2, waiting = 200, { memory, passes } = strong): PasswordHasher {
  const limiter = createLimiter(atOnce, waiting, busySigningIn);
  const derive = (password: string, nonce: Buffer, costs: Pick<Argon2Parameters, 'memory' | 'passes' | 'tagLength'>) =>
    limiter(
      () =>
        new Promise<Buffer>((resolve, reject) => {
          const message = password.normalize('NFKC');
          argon2('argon2id', { message, nonce, parallelism: 1, ...costs }, (error, tag) =>
            error ? reject(error) : resolve(tag),
          );
        }),
    );

  return {
    async hash(password) {
      const nonce = randomBytes(16);
      const tag = await derive(password, nonce, { memory, passes, tagLength });
      return `$argon2id$v=19$m=${memory},t=${passes},p=1$${bare(nonce)}$${bare(tag)}`;
    },
    async verify(hash, password) {
      const parts = shape.exec(hash);
      if (!parts) return false;
      const expected = Buffer.from(parts[4] ?? '', 'base64');
      const nonce = Buffer.from(parts[3] ?? '', 'base64');
      const tag = await derive(password, nonce, {
        memory: Number(parts[1]),
        passes: Number(parts[2]),
        tagLength: expected.length,
      });
      return timingSafeEqual(tag, expected);
    },
    async pretend(password) {
      await derive(password, randomBytes(16), { memory, passes, tagLength });
    },
  };
}

function bare(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
