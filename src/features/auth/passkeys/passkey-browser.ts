import { messages } from '../model/messages.ts';

/**
 * The browser's side of passkeys. The library is loaded when the first one is asked for, and again when that failed.
 */
const load = () => import('@simplewebauthn/browser');
let loading: ReturnType<typeof load> | undefined;
const library = () => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
};

export type PasskeyEnd =
  | { kind: 'answered'; response: string }
  /** Nobody needs to hear of it: another request took its place, or the page was left. */
  | { kind: 'dropped' }
  | { kind: 'failed'; code: string; message: string };

interface Options {
  challenge: string;
}

/** What the market said instead of the options. */
class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Asks the browser for a passkey; `isOffer` puts them into the suggestions of the email field and waits there. */
export async function askForPasskey(purpose: 'sign-in' | 'step-up', isOffer = false): Promise<PasskeyEnd> {
  return ending(async () => {
    const [{ startAuthentication }, optionsJSON] = await Promise.all([
      library(),
      optionsOf(`generate-authenticate-options?purpose=${purpose}`),
    ]);
    return startAuthentication({ optionsJSON: optionsJSON as never, useBrowserAutofill: isOffer });
  });
}

/** Asks the browser to make a passkey. */
export async function makePasskey(): Promise<PasskeyEnd> {
  return ending(async () => {
    const [{ startRegistration }, optionsJSON] = await Promise.all([library(), optionsOf('generate-register-options')]);
    return startRegistration({ optionsJSON: optionsJSON as never });
  });
}

/** Whether the browser shows passkeys among the suggestions of a field. */
export async function canOfferPasskeys(): Promise<boolean> {
  return hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/** Ends whatever the browser is asking for. */
export async function dropPasskeys(): Promise<void> {
  const loaded = await loading;
  loaded?.WebAuthnAbortService.cancelCeremony();
}

/** Tells the password manager that this passkey opens nothing here any more, so that it stops suggesting it. */
export function forgetPasskey(response: string): void {
  const { id } = JSON.parse(response) as { id: string };
  const known = globalThis.PublicKeyCredential as
    | { signalUnknownCredential?(said: { rpId: string; credentialId: string }): Promise<void> }
    | undefined;
  void known?.signalUnknownCredential?.({ rpId: location.hostname, credentialId: id }).catch(() => {});
}

async function optionsOf(path: string): Promise<Options> {
  const answer = await fetch(`/api/auth/passkey/${path}`, { headers: { accept: 'application/json' } });
  const body = (await answer.json()) as Options & { code?: string; message?: string };
  if (!answer.ok) throw new Refused(body.code ?? 'refused', body.message ?? messages.passkeyRefused);
  return body;
}

async function ending(work: () => Promise<unknown>): Promise<PasskeyEnd> {
  if (!hasPasskeys()) return { kind: 'failed', code: 'unsupported', message: messages.passkeyUnsupported };
  try {
    return { kind: 'answered', response: JSON.stringify(await work()) };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'failed', code: error.code, message: error.message };
    const { name } = error as Error;
    if (name === 'AbortError') return { kind: 'dropped' };
    return { kind: 'failed', code: name, message: sentences[name] ?? messages.passkeyFailed };
  }
}

/**
 * By the names that WebAuthn gives its errors. Cancelled, timed out and none there are one: browsers do not tell a page
 * which.
 */
const sentences: Record<string, string> = {
  NotAllowedError: messages.passkeyCanceled,
  InvalidStateError: messages.passkeyHere,
  NotSupportedError: messages.passkeyUnsupported,
  ConstraintError: messages.passkeyNoLock,
  SecurityError: messages.passkeyWrongAddress,
  TypeError: messages.network,
};
