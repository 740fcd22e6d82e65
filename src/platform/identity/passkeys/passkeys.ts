import { createHmac, hkdfSync } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { type ChallengeParts, challengeLifeMs, createChallenges, type Purpose } from './challenge.ts';
import { createHolders, type Holders } from './holder.ts';
import type { Place } from './place.ts';

export type { AuthenticationResponseJSON, RegistrationResponseJSON };

/** An answer that proves nothing. The message is for the log: nobody outside hears which check refused. */
export class PasskeyFault extends Error {
  override readonly name = 'PasskeyFault';
  /** The passkey is not one of ours, or no longer. */
  readonly isUnknown: boolean;
  constructor(message: string, isUnknown = false) {
    super(message);
    this.isUnknown = isUnknown;
  }
}

export function isPasskeyFault(error: unknown): error is PasskeyFault {
  return error instanceof PasskeyFault;
}

export interface Credential {
  credentialId: string;
  publicKey: string;
  userHandle: string;
  transports: string[];
}

export interface NewCredential extends Credential {
  counter: number;
  deviceType: 'singleDevice' | 'multiDevice';
  backedUp: boolean;
  aaguid: string;
}

export interface Passkeys {
  /** Whom a sign-in's challenge is made for. */
  holders: Holders;
  /** What the authenticator calls a member: the same for all passkeys of one, and nothing can be read from it. */
  handleOf(userId: string): string;
  askToRegister(wish: {
    place: Place;
    sessionId: string;
    handle: string;
    /** What the browser shows of the account. */
    accountName: string;
    known: readonly Pick<Credential, 'credentialId' | 'transports'>[];
  }): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** Throws `PasskeyFault`. */
  judgeRegistration(answer: {
    place: Place;
    sessionId: string;
    handle: string;
    response: RegistrationResponseJSON;
  }): Promise<NewCredential>;
  /** Without `known` the browser offers whichever passkeys it has for this place. */
  ask(wish: {
    place: Place;
    purpose: 'sign-in' | 'step-up';
    holder: string;
    known?: readonly Pick<Credential, 'credentialId' | 'transports'>[];
  }): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Throws `PasskeyFault`. The counter is the caller's to compare, where it is stored. */
  judge<T extends Credential>(answer: {
    place: Place;
    purpose: 'sign-in' | 'step-up';
    holder: string;
    response: AuthenticationResponseJSON;
    find(credentialId: string): Promise<T | null>;
  }): Promise<{ credential: T; counter: number; backedUp: boolean }>;
}

export interface PasskeyParts extends ChallengeParts {
  appUrl: string;
  brandName: string;
}

/** Loaded when the first passkey is used: it brings a library of certificates that a start should not wait for. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** Ed25519, ES256 and RS256: what authenticators have. */
const algorithms = [-8, -7, -257];

/**
 * The two ceremonies of WebAuthn: making a passkey and using one, always with user verification and on our own pages.
 */
export function createPasskeys(parts: PasskeyParts): Passkeys {
  const challenges = createChallenges(parts);
  const handleKey = Buffer.from(hkdfSync('sha256', parts.secrets[0] ?? '', '', 'passkey user handle', 32));

  /** Uses up the challenge that was answered; nothing else of the answer is looked at before. */
  async function takeChallenge(clientDataJSON: string, purpose: Purpose, holder: string): Promise<string> {
    const { decodeClientDataJSON } = await helpers();
    const { challenge, isFramed } = await orFault(() => {
      const { challenge, crossOrigin = false, topOrigin } = decodeClientDataJSON(clientDataJSON);
      return { challenge, isFramed: crossOrigin !== false || topOrigin !== undefined };
    });
    const refused =
      typeof challenge === 'string' ? await challenges.refuse(challenge, purpose, holder) : 'there is no challenge';
    if (refused !== null) throw new PasskeyFault(refused);
    // The library lets a frame of another site pass where the browser does not name that site.
    if (isFramed) throw new PasskeyFault('the answer was made inside a page of another site');
    return challenge;
  }

  return {
    holders: createHolders(parts.appUrl),

    handleOf: (userId) => createHmac('sha256', handleKey).update(userId).digest('base64url'),

    async askToRegister({ place, sessionId, handle, accountName, known }) {
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: parts.brandName,
        rpID: place.rpId,
        userName: accountName,
        userDisplayName: accountName,
        userID: Uint8Array.from(Buffer.from(handle, 'base64url')),
        challenge: challenges.make('register', sessionId),
        timeout: challengeLifeMs,
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      });
    },

    async judgeRegistration({ place, sessionId, handle, response }) {
      const expectedChallenge = await takeChallenge(response.response.clientDataJSON, 'register', sessionId);
      await refuseAttestation(response.response.attestationObject);
      const { verifyRegistrationResponse } = await library();
      const { verified, registrationInfo: made } = await orFault(() =>
        verifyRegistrationResponse({
          response,
          expectedChallenge,
          expectedOrigin: place.origin,
          expectedRPID: place.rpId,
          requireUserVerification: true,
          supportedAlgorithmIDs: algorithms,
        }),
      );
      if (!verified) throw new PasskeyFault('the attestation is not good');
      if (made.credential.id !== response.id)
        throw new PasskeyFault('the answer names another credential than it holds');
      return {
        credentialId: made.credential.id,
        publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
        userHandle: handle,
        counter: made.credential.counter,
        transports: made.credential.transports ?? [],
        deviceType: made.credentialDeviceType,
        backedUp: made.credentialBackedUp,
        aaguid: made.aaguid,
      };
    },

    async ask({ place, purpose, holder, known }) {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID: place.rpId,
        challenge: challenges.make(purpose, holder),
        timeout: challengeLifeMs,
        userVerification: 'required',
        allowCredentials: (known ?? []).map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      });
    },

    async judge({ place, purpose, holder, response, find }) {
      const expectedChallenge = await takeChallenge(response.response.clientDataJSON, purpose, holder);
      const credential = await find(response.id);
      if (!credential) throw new PasskeyFault('the passkey is not known', true);
      const { userHandle } = response.response;
      // Whoever is not known yet is named by the authenticator itself, and must be whose the passkey is.
      if (userHandle === undefined ? purpose === 'sign-in' : userHandle !== credential.userHandle)
        throw new PasskeyFault('the authenticator names another account');
      const { verifyAuthenticationResponse } = await library();
      const { verified, authenticationInfo: used } = await orFault(() =>
        verifyAuthenticationResponse({
          response,
          expectedChallenge,
          expectedOrigin: place.origin,
          expectedRPID: place.rpId,
          requireUserVerification: true,
          // The library compares the counter before it has checked the signature, so that anybody could raise the
          // alarm.
          credential: {
            id: credential.credentialId,
            publicKey: Uint8Array.from(Buffer.from(credential.publicKey, 'base64url')),
            counter: 0,
          },
        }),
      );
      if (!verified) throw new PasskeyFault('the signature is not good');
      return { credential, counter: used.newCounter, backedUp: used.credentialBackedUp };
    },
  };
}

/**
 * Asked for none, a browser gives none or signs with the passkey itself. Certificates are not looked at: checking them
 * would make us fetch addresses that they name.
 */
async function refuseAttestation(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  const format = await orFault(() => {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    return decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined
      ? 'self'
      : decoded.get('fmt');
  });
  if (format !== 'none' && format !== 'self')
    throw new PasskeyFault(`an attestation that nobody asked for: ${String(format).slice(0, 40)}`);
}

/** What the library throws is about the answer, which a stranger made up. */
async function orFault<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new PasskeyFault(String(error).slice(0, 200));
  }
}
