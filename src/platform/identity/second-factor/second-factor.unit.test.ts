import { describe, expect, test } from 'vitest';
import {
  newRecoveryCodes,
  newTotpSecret,
  readRecoveryCode,
  readTotpCode,
  timeStepOf,
  totpUri,
} from './one-time-codes.ts';
import { createKeyedHash, createSealer } from './seal.ts';

// RFC 6238, appendix B: the key is the text 12345678901234567890; ours are the last six of its eight digits.
const rfcKey = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of RFC 6238 at second %i is known by its step', (second, code) => {
  expect(timeStepOf(rfcKey, code, second * 1_000)).toEqual({ step: Math.floor(second / 30), offset: 0 });
});

test('a code is recognised one step early and one step late, with its step and offset', () => {
  const step = Math.floor(1_234_567_890 / 30);
  const at = (steps: number) => timeStepOf(rfcKey, '005924', (step + steps) * 30_000 + 15_000);
  const off = (offset: number) => ({ step, offset });
  expect([at(-2), at(-1), at(0), at(1), at(2)]).toEqual([null, off(1), off(0), off(-1), null]);
});

test('secrets have 160 bits and are never the same', () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

test('the address for the app contains issuer and account, with any characters', () => {
  const uri = new URL(totpUri({ secret: rfcKey, issuer: 'Bob’s: Cards & Co', label: 'a+b@example.test' }));
  expect(uri.searchParams.get('issuer')).toBe('Bob’s: Cards & Co');
  expect(uri.searchParams.get('secret')).toBe(rfcKey);
  expect(decodeURIComponent(uri.pathname)).toContain('a+b@example.test');
});

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['12\u00a034\t56', '123456'],
  ['12345', null],
  ['1234567', null],
  ['12345a', null],
  ['١٢٣٤٥٦', null],
  ['', null],
])('a code as people paste it: %j', (text, code) => expect(readTotpCode(text)).toBe(code));

test.each([
  ['abcde-12345', 'abcde12345'],
  ['ABCDE 12345', 'abcde12345'],
  ['OIL0l-00000', '0110100000'],
  ['abcd-efgh-jkmn-pqrs-tvwx-yz01', 'abcdefghjkmnpqrstvwxyz01'],
  ['ABCD EFGH JKMN PQRS TVWX YZO1', 'abcdefghjkmnpqrstvwxyz01'],
  ['abcd-efgh-jkmn-pqrs-tvwx-yz0', null],
  ['abcde-1234', null],
  ['abcde-12345-6', null],
  ['abcdu-12345', null],
  ['', null],
])('a recovery code as people copy it: %j', (text, code) => expect(readRecoveryCode(text)).toBe(code));

test('ten recovery codes of 120 bits at a time, all different, each accepted as shown', () => {
  const codes = Array.from({ length: 40 }, newRecoveryCodes);
  for (const ten of codes) expect(ten).toHaveLength(10);
  const all = codes.flat();
  expect(new Set(all).size).toBe(400);
  for (const code of all) {
    expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(readRecoveryCode(code)).toBe(code.replaceAll('-', ''));
  }
});

describe('sealing', () => {
  const secret = 'a secret of at least thirty-two characters';
  const sealer = createSealer([secret], 'second factor');

  test('a sealed text opens only for its row and purpose, and is never the same twice', () => {
    const sealed = sealer.seal('JBSWY3DP', 'u1');
    expect(sealer.open(sealed, 'u1')).toBe('JBSWY3DP');
    expect(sealed).not.toBe(sealer.seal('JBSWY3DP', 'u1'));
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('JBSWY3DP');
    expect(() => sealer.open(sealed, 'u2')).toThrow();
    expect(() => createSealer([secret], 'another purpose').open(sealed, 'u1')).toThrow();
    expect(() => createSealer([`${secret}!`], 'second factor').open(sealed, 'u1')).toThrow();
  });

  test('a text with a changed bit or a cut tag does not open', () => {
    const bytes = Buffer.from(sealer.seal('JBSWY3DP', 'u1'), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => sealer.open(changed.toString('base64url'), 'u1'), `byte ${at}`).toThrow();
    }
    for (const length of [0, 8, 20, bytes.length - 1])
      expect(() => sealer.open(bytes.subarray(0, length).toString('base64url'), 'u1')).toThrow();
  });

  test('keyed hashes differ by key and by purpose', () => {
    const hashes = [
      createKeyedHash([secret], 'a'),
      createKeyedHash([secret], 'b'),
      createKeyedHash([`${secret}!`], 'a'),
    ].map((hash) => hash('abcde12345')[0]);
    expect(new Set(hashes).size).toBe(3);
    expect(createKeyedHash([secret], 'a')('abcde12345')[0]).toBe(hashes[0]);
  });
});
