import { hash } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * A card's id: 16 characters of base 32 from the hash of its game and external id. The same printing has the same id in
 * every installation, so links, exports and a second import agree. 80 bits: two of a million cards meet once in two
 * trillion catalogues.
 */
export function cardIdOf(game: string, externalId: string): string {
  const digest = hash('sha256', `${game}\n${externalId}`, 'buffer');
  let id = '';
  for (let at = 0; at < 10; at += 5) {
    // Forty bits at a time are exact in a double.
    let bits = digest.readUIntBE(at, 5);
    let part = '';
    for (let i = 0; i < 8; i++) {
      part = alphabet[bits % 32] + part;
      bits = Math.floor(bits / 32);
    }
    id += part;
  }
  return id;
}
