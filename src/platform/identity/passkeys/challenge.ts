import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** What somebody is asked to use a passkey for. An answer to one is worth nothing for another. */
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
  /** Null when the challenge is good, and used up from now on; else the reason, for the log. */
  refuse(challenge: string, purpose: Purpose, holder: string): Promise<string | null>;
}

/**
 * A challenge says itself until when it is good, and is sealed together with its purpose and its holder (a session, or
 * a browser that has none): asking for one writes nothing, and a browser with several open tabs may have asked for
 * several.
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
      // Compared as text again: a decoder lets several spellings of the same bytes through.
      if (bytes.length !== nonceBytes + timeBytes + sealBytes || bytes.toString('base64url') !== challenge)
        return 'the challenge is none of ours';
      const body = bytes.subarray(0, nonceBytes + timeBytes);
      if (!seals(body, purpose, holder).some((seal) => timingSafeEqual(bytes.subarray(body.length), seal)))
        return 'the challenge was made for something else or for somebody else';
      if (body.readUIntBE(nonceBytes, timeBytes) <= now().getTime()) return 'the challenge is too old';
      const isFirst = await isFirstUse(body.subarray(0, nonceBytes).toString('base64url'));
      return isFirst ? null : 'the challenge was used before';
    },
  };
}
