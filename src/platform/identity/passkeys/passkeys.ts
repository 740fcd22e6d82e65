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

/** An invalid answer. The message is for the log: clients do not learn which check refused it. */
export class PasskeyFault extends Error {
  override readonly name = 'PasskeyFault';
  /** The passkey is not registered, or no longer. */
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
  /** Holders of sign-in challenges. */
  holders: Holders;
  /** The member's WebAuthn user handle: the same for all their passkeys, and opaque. */
  handleOf(userId: string): string;
  registrationOptions(input: {
    place: Place;
    sessionId: string;
    handle: string;
    /** The account's name in the browser's dialog. */
    accountName: string;
    known: readonly Pick<Credential, 'credentialId' | 'transports'>[];
  }): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** Throws `PasskeyFault`. */
  verifyRegistration(answer: {
    place: Place;
    sessionId: string;
    handle: string;
    response: RegistrationResponseJSON;
  }): Promise<NewCredential>;
  /** Without `known` the browser offers all passkeys that it has for this relying party. */
  authenticationOptions(input: {
    place: Place;
    purpose: 'sign-in' | 'step-up';
    holder: string;
    known?: readonly Pick<Credential, 'credentialId' | 'transports'>[];
  }): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Throws `PasskeyFault`. The caller compares the counter with the stored one. */
  verifyAuthentication<T extends Credential>(answer: {
    place: Place;
    purpose: 'sign-in' | 'step-up';
    holder: string;
    response: AuthenticationResponseJSON;
    find(credentialId: string): Promise<T | null>;
  }): Promise<{ credential: T; counter: number; backedUp: boolean }>;
}

export interface PasskeyParts extends ChallengeParts {
  appUrl: string;
  brandName: () => string;
}

/** Loaded with the first passkey: the library contains certificates that would slow down the start. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** Ed25519, ES256 and RS256: the algorithms of common authenticators. */
const algorithms = [-8, -7, -257];

/**
 * The two ceremonies of WebAuthn, registration and authentication, always with user verification and on our own pages.
 */
export function createPasskeys(parts: PasskeyParts): Passkeys {
  const challenges = createChallenges(parts);
  const handleKey = Buffer.from(hkdfSync('sha256', parts.secrets[0] ?? '', '', 'passkey user handle', 32));

  /** Consumes the challenge before any other check of the answer. */
  async function takeChallenge(clientDataJSON: string, purpose: Purpose, holder: string): Promise<string> {
    const { decodeClientDataJSON } = await helpers();
    const { challenge, isFramed } = await orFault(() => {
      const { challenge, crossOrigin = false, topOrigin } = decodeClientDataJSON(clientDataJSON);
      return { challenge, isFramed: crossOrigin !== false || topOrigin !== undefined };
    });
    const refused =
      typeof challenge === 'string' ? await challenges.refuse(challenge, purpose, holder) : 'there is no challenge';
    if (refused !== null) throw new PasskeyFault(refused);
    // The library accepts a frame of another site where the browser does not name that site.
    if (isFramed) throw new PasskeyFault('the answer was made inside a page of another site');
    return challenge;
  }

  return {
    holders: createHolders(parts.appUrl),

    handleOf: (userId) => createHmac('sha256', handleKey).update(userId).digest('base64url'),

    async registrationOptions({ place, sessionId, handle, accountName, known }) {
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: parts.brandName(),
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

    async verifyRegistration({ place, sessionId, handle, response }) {
      const expectedChallenge = await takeChallenge(response.response.clientDataJSON, 'register', sessionId);
      await refuseAttestation(response.response.attestationObject);
      const { verifyRegistrationResponse } = await library();
      const { verified, registrationInfo: registered } = await orFault(() =>
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
      if (registered.credential.id !== response.id)
        throw new PasskeyFault('the answer names another credential than it contains');
      return {
        credentialId: registered.credential.id,
        publicKey: Buffer.from(registered.credential.publicKey).toString('base64url'),
        userHandle: handle,
        counter: registered.credential.counter,
        transports: registered.credential.transports ?? [],
        deviceType: registered.credentialDeviceType,
        backedUp: registered.credentialBackedUp,
        aaguid: registered.aaguid,
      };
    },

    async authenticationOptions({ place, purpose, holder, known }) {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID: place.rpId,
        challenge: challenges.make(purpose, holder),
        timeout: challengeLifeMs,
        userVerification: 'required',
        allowCredentials: (known ?? []).map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      });
    },

    async verifyAuthentication({ place, purpose, holder, response, find }) {
      const expectedChallenge = await takeChallenge(response.response.clientDataJSON, purpose, holder);
      const credential = await find(response.id);
      if (!credential) throw new PasskeyFault('the passkey is not known', true);
      const { userHandle } = response.response;
      // At sign-in the authenticator identifies the account, which must be the passkey's.
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
          // 0: the library compares the counter before the signature, so forged answers could report a copied passkey.
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
 * Without a requested attestation a browser sends none or signs with the passkey itself. Others are refused unread:
 * checking their certificates would fetch addresses that they contain.
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
    throw new PasskeyFault(`an attestation that was not requested: ${String(format).slice(0, 40)}`);
}

/** Converts the library's errors to `PasskeyFault`: they concern the client's answer. */
async function orFault<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new PasskeyFault(String(error).slice(0, 200));
  }
}
