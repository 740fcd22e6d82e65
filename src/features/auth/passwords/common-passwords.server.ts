import { gunzipSync } from 'node:zlib';
import { commonPasswordsGzip } from './common-passwords.data.ts';
import { normalizePassword } from './password.rules.ts';

/** Usual additions to a common password that is too short. */
const additions = new Set([
  ...[
    '1',
    '12',
    '123',
    '1234',
    '12345',
    '123456',
    '1234567',
    '12345678',
    '123456789',
    '1234567890',
    '321',
    '4321',
    '54321',
    '654321',
    '111',
    '1111',
    '000',
    '0000',
  ],
  ...[
    '!',
    '!!',
    '!!!',
    '1!',
    '12!',
    '123!',
    '1234!',
    '12345!',
    '123456!',
    '@1',
    '@12',
    '@123',
    '@1234',
    '#1',
    '#123',
    '_123',
    '-123',
    '.',
    '?',
  ],
  ...[
    '2020',
    '2021',
    '2022',
    '2023',
    '2024',
    '2025',
    '2026',
    '2020!',
    '2021!',
    '2022!',
    '2023!',
    '2024!',
    '2025!',
    '2026!',
  ],
]);
const rows = [
  '12345678901234567890',
  '09876543210987654321',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '00000000000000000000',
  '11111111111111111111',
];

let list: ReadonlySet<string> | null = null;

/**
 * Whether the password is a common one, in any case: on the shipped list, two of its words in a row, one of them with a
 * usual addition before or after, or a keyboard row. The list is decompressed on first use.
 */
export function isCommonPassword(password: string): boolean {
  list ??= new Set(gunzipSync(Buffer.from(commonPasswordsGzip, 'base64')).toString('utf8').split('\n'));
  const text = normalizePassword(password).toLowerCase();
  if (list.has(text) || rows.some((row) => row.includes(text))) return true;
  for (let at = 1; at < Math.min(text.length, 40); at++) {
    const [head, tail] = [text.slice(0, at), text.slice(at)];
    if (list.has(head) ? additions.has(tail) || head === tail : additions.has(head) && list.has(tail)) return true;
  }
  return false;
}
