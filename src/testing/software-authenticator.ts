import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** How a response differs from that of an honest browser and authenticator. */
export interface Twist {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: unknown;
  topOrigin?: string;
  userVerified?: boolean;
  userPresent?: boolean;
  counter?: number;
  userHandle?: string | null;
  /** Signs with another key than the credential's. */
  key?: KeyObject;
  /** Uses this credential instead of the one that matches the options. */
  credential?: Passkey;
  /** The id of a new credential. */
  id?: string;
  /** The attestation of a new credential; `sign` signs with its own key. */
  attestation?: { fmt: string; statement(sign: () => Uint8Array): Map<string, unknown> };
}

export interface Passkey {
  id: string;
  key: KeyObject;
  cose: Uint8Array;
  userHandle: string;
  counter: number;
}

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
  excludeCredentials?: { id: string }[];
}
interface RequestOptions {
  challenge: string;
  rpId?: string;
  allowCredentials?: { id: string }[];
}

/**
 * A browser with an authenticator for WebAuthn: stores passkeys (ES256), answers options, and gives false answers on
 * request.
 */
export function softwareAuthenticator(origin: string, { counts = true } = {}) {
  const passkeys: Passkey[] = [];
  const host = new URL(origin).hostname;

  const clientData = (type: string, challenge: string, twist: Twist) => {
    const { crossOrigin = false, topOrigin } = twist;
    const data = {
      type: twist.type ?? type,
      challenge: twist.challenge ?? challenge,
      origin: twist.origin ?? origin,
      crossOrigin,
      topOrigin,
    };
    return Buffer.from(JSON.stringify(data));
  };
  const authenticatorData = (rpId: string, counter: number, twist: Twist, attested?: Buffer) => {
    const flags = (twist.userPresent === false ? 0 : 1) | (twist.userVerified === false ? 0 : 4) | (attested ? 64 : 0);
    const head = Buffer.alloc(37);
    createHash('sha256').update(rpId).digest().copy(head);
    head.writeUInt8(flags, 32);
    head.writeUInt32BE(counter, 33);
    return Buffer.concat([head, attested ?? Buffer.alloc(0)]);
  };

  return {
    passkeys,

    create(options: CreationOptions, twist: Twist = {}) {
      if (options.excludeCredentials?.some(({ id }) => passkeys.some((own) => own.id === id)))
        throw new Error('InvalidStateError');
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const point = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, point(x)],
          [-3, point(y)],
        ]),
      );
      const id = twist.id ?? randomBytes(16).toString('base64url');
      const idBytes = Buffer.from(id, 'base64url');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(idBytes.length);
      const counter = counts ? (twist.counter ?? 1) : 0;
      const data = authenticatorData(
        twist.rpId ?? options.rp.id ?? host,
        counter,
        twist,
        Buffer.concat([Buffer.alloc(16), length, idBytes, cose]),
      );
      passkeys.push({ id, key: privateKey, cose, userHandle: options.user.id, counter });
      const client = clientData('webauthn.create', options.challenge, twist);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const { fmt, statement } = twist.attestation ?? { fmt: 'none', statement: () => new Map<string, unknown>() };
      const object = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', fmt],
          ['attStmt', statement(() => Uint8Array.from(sign('sha256', signed, privateKey)))],
          ['authData', Uint8Array.from(data)],
        ]) as never,
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: Buffer.from(object).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      };
    },

    get(options: RequestOptions, twist: Twist = {}) {
      const allowed = options.allowCredentials ?? [];
      const passkey =
        twist.credential ?? passkeys.find(({ id }) => allowed.length === 0 || allowed.some((one) => one.id === id));
      if (!passkey) throw new Error('NotAllowedError');
      if (counts) passkey.counter = twist.counter ?? passkey.counter + 1;
      const data = authenticatorData(twist.rpId ?? options.rpId ?? host, passkey.counter, twist);
      const client = clientData('webauthn.get', options.challenge, twist);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const handle = twist.userHandle === undefined ? passkey.userHandle : twist.userHandle;
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, twist.key ?? passkey.key).toString('base64url'),
          ...(handle === null ? {} : { userHandle: handle }),
        },
      };
    },
  };
}

export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>;
