import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Derives a key from AUTH_SECRET for each purpose, so that texts of one purpose are useless for another. */
function keyFor(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

export interface Sealer {
  /** `boundTo` is additional authenticated data, not secret: a text that is moved to another row does not open. */
  seal(text: string, boundTo: string): string;
  /**
   * Throws where the text was changed, moved, or sealed under a secret other than the current and the former
   * AUTH_SECRET.
   */
  open(sealed: string, boundTo: string): string;
}

/** AES-256-GCM: nonce, ciphertext and tag as one text. */
export function createSealer(secrets: readonly string[], purpose: string): Sealer {
  const keys = secrets.map((secret) => keyFor(secret, purpose));
  const [key = Buffer.alloc(0)] = keys;
  return {
    seal(text, boundTo) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      );
    },
    open(sealed, boundTo) {
      const bytes = Buffer.from(sealed, 'base64url');
      for (const [age, one] of keys.entries()) {
        const decipher = createDecipheriv('aes-256-gcm', one, bytes.subarray(0, 12), { authTagLength: 16 }).setAAD(
          Buffer.from(boundTo),
        );
        decipher.setAuthTag(bytes.subarray(-16));
        try {
          return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
        } catch (error) {
          if (age === keys.length - 1) throw error;
        }
      }
      throw new RangeError('there is no secret to open it with');
    },
  };
}

/**
 * A keyed hash (HMAC), for texts short enough to be guessed with a stolen table. One hash for each secret, the current
 * one's first.
 */
export function createKeyedHash(secrets: readonly string[], purpose: string): (text: string) => [string, ...string[]] {
  const keys = secrets.map((secret) => keyFor(secret, purpose));
  return (text) =>
    keys.map((key) => createHmac('sha256', key).update(text).digest('base64url')) as [string, ...string[]];
}
