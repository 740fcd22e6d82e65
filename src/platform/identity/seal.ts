import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Keys made from AUTH_SECRET, one for each purpose: what is sealed or hashed for one says nothing for another. */
function keyFor(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

export interface Sealer {
  /** `boundTo` is no secret, but must be the same when the text is opened: a sealed text that is moved to another row opens nothing. */
  seal(text: string, boundTo: string): string;
  /** Throws where the text was changed, moved, or sealed under another AUTH_SECRET. */
  open(sealed: string, boundTo: string): string;
}

/** AES-256-GCM: nonce, ciphertext and tag as one text. */
export function createSealer(secret: string, purpose: string): Sealer {
  const key = keyFor(secret, purpose);
  return {
    seal(text, boundTo) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed, boundTo) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 }).setAAD(Buffer.from(boundTo));
      decipher.setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
    },
  };
}

/** Hashes with a key, for texts short enough to be tried one by one by somebody who has stolen the table. */
export function createKeyedHash(secret: string, purpose: string): (text: string) => string {
  const key = keyFor(secret, purpose);
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}
