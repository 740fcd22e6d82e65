import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The purpose of a challenge: an answer for one is invalid for another. */
export type Purpose = 'register' | 'sign-in' | 'step-up';

export const challengeLifeMs = 5 * 60_000;

const [nonceBytes, timeBytes, sealBytes] = [16, 6, 32];

export interface ChallengeParts {
  secrets: readonly string[];
  now(): Date;
  isFirstUse(nonce: string): Promise<boolean>;
}

export interface Challenges {
  make(purpose: Purpose, holder: string): Uint8Array<ArrayBuffer>;
  /** Consumes the challenge. Null when it is valid, otherwise the reason for the log. */
  refuse(challenge: string, purpose: Purpose, holder: string): Promise<string | null>;
}

/**
 * A challenge contains its expiry and an HMAC over its purpose and its holder (a session, or a browser without one):
 * creating one writes nothing, and several tabs of a browser may have one each.
 */
export function createChallenges({ secrets, now, isFirstUse }: ChallengeParts): Challenges {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'passkey challenge', 32)));
  const seals = (body: Uint8Array, purpose: Purpose, holder: string) =>
    keys.map((key) =>
      createHmac('sha256', key)
        .update(JSON.stringify([purpose, holder]))
        .update(body)
        .digest(),
    );

  return {
    make(purpose, holder) {
      const body = Buffer.concat([randomBytes(nonceBytes), Buffer.alloc(timeBytes)]);
      body.writeUIntBE(now().getTime() + challengeLifeMs, nonceBytes, timeBytes);
      return Uint8Array.from(Buffer.concat([body, seals(body, purpose, holder)[0] ?? Buffer.alloc(0)]));
    },

    async refuse(challenge, purpose, holder) {
      const bytes = Buffer.from(challenge, 'base64url');
      // Compared as text, since a decoder accepts several encodings of the same bytes.
      if (bytes.length !== nonceBytes + timeBytes + sealBytes || bytes.toString('base64url') !== challenge)
        return 'the challenge is none of ours';
      const body = bytes.subarray(0, nonceBytes + timeBytes);
      if (!seals(body, purpose, holder).some((seal) => timingSafeEqual(bytes.subarray(body.length), seal)))
        return 'the challenge was made for another purpose or holder';
      if (body.readUIntBE(nonceBytes, timeBytes) <= now().getTime()) return 'the challenge is too old';
      const isFirst = await isFirstUse(body.subarray(0, nonceBytes).toString('base64url'));
      return isFirst ? null : 'the challenge was used before';
    },
  };
}
