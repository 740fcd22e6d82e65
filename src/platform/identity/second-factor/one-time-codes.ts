import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/**
 * TOTP (RFC 6238) as all authenticator apps implement it: SHA-1, six digits, a step of 30 seconds. Codes are recognised
 * one step early or late; the caller decides what to accept.
 */
const period = 30;
const drift = 1;

export interface TimeStep {
  step: number;
  /** In steps relative to the server's clock: negative where the app's clock is behind, or the code came late. */
  offset: number;
}

/** 160 bits, as RFC 4226 advises, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The `otpauth:` address of the QR code. */
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

/** A six-digit code as people type or paste it; null for anything else. */
export function readTotpCode(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  return /^[0-9]{6}$/.test(digits) ? digits : null;
}

/** The time step of this code; null where it belongs neither to the current step nor to a neighbour. */
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
/** 120 bits: not guessable even with a stolen table and the key of its hashes. */
const recoveryCodeLength = 24;
/** Older codes have fifty bits; each is valid until it is used or replaced. */
const formerLength = 10;
/** Crockford's base32: without characters that resemble a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** In groups of four, which are easy to copy by hand. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const text = [...randomBytes(recoveryCodeLength)].map((byte) => alphabet[byte & 31]).join('');
    return text.replace(/.{4}(?=.)/g, '$&-');
  });
}

/** A recovery code in its normalised form, which is hashed; null for anything else. */
export function readRecoveryCode(text: string): string | null {
  const plain = text.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return [recoveryCodeLength, formerLength].includes(plain.length) &&
    [...plain].every((character) => alphabet.includes(character))
    ? plain
    : null;
}
