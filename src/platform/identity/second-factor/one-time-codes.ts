import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/**
 * RFC 6238 as every authenticator app speaks it: SHA-1, six digits, a step of 30 seconds. A code is known one step
 * either way; what is done with one that is not of its step is the caller's.
 */
const period = 30;
const drift = 1;

export interface TimeStep {
  step: number;
  /** In steps, against the market's clock: below nothing where the app's clock is behind, or the code came late. */
  offset: number;
}

/** 160 bits, as RFC 4226 advises, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export function totpUri({ secret, issuer, label }: { secret: string; issuer: string; label: string }): string {
  return new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period,
  }).toString();
}

/** A six-digit code as people type or paste it, or null where it is none. */
export function readTotpCode(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  return /^[0-9]{6}$/.test(digits) ? digits : null;
}

/** The time step that this code belongs to, or null where it is no code of now nor of the steps beside. */
export function timeStepOf(secret: string, code: string, now: number): TimeStep | null {
  const offset = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    period,
    window: drift,
    timestamp: now,
  });
  return offset === null ? null : { step: TOTP.counter({ period, timestamp: now }) + offset, offset };
}

const recoveryCodeCount = 10;
/** 120 bits: so many that nobody tries them out, who has stolen the table and the key of its hashes. */
const recoveryCodeLength = 24;
/** Those that were made before had fifty bits; each is good until it is used or made anew. */
const formerLength = 10;
/** Crockford's base32: no letter that is taken for a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** In groups of four, which are easy to copy by hand. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const text = [...randomBytes(recoveryCodeLength)].map((byte) => alphabet[byte & 31]).join('');
    return text.replace(/.{4}(?=.)/g, '$&-');
  });
}

/** A recovery code as people write it down, in the one spelling that is hashed; null where it is none. */
export function readRecoveryCode(text: string): string | null {
  const plain = text.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return [recoveryCodeLength, formerLength].includes(plain.length) &&
    [...plain].every((email) => alphabet.includes(email))
    ? plain
    : null;
}
