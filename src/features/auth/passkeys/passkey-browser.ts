import { messages } from '../model/messages.ts';

/** The browser's side of passkeys. The library is loaded on first use, and again after a failed load. */
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
  /** Needs no message: another request replaced it, or the page was left. */
  | { kind: 'dropped' }
  | { kind: 'failed'; code: string; message: string };

interface Options {
  challenge: string;
}

/** The server's refusal in place of the options. */
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

/**
 * Requests a passkey from the browser; `isOffer` uses autofill of the email field (conditional mediation) and waits.
 */
export async function askForPasskey(purpose: 'sign-in' | 'step-up', isOffer = false): Promise<PasskeyEnd> {
  return ending(async () => {
    const [{ startAuthentication }, optionsJSON] = await Promise.all([
      library(),
      optionsOf(`generate-authenticate-options?purpose=${purpose}`),
    ]);
    return startAuthentication({ optionsJSON: optionsJSON as never, useBrowserAutofill: isOffer });
  });
}

/** Requests creation of a passkey from the browser. */
export async function makePasskey(): Promise<PasskeyEnd> {
  return ending(async () => {
    const [{ startRegistration }, optionsJSON] = await Promise.all([library(), optionsOf('generate-register-options')]);
    return startRegistration({ optionsJSON: optionsJSON as never });
  });
}

/** Whether the browser supports passkeys in autofill. */
export async function canOfferPasskeys(): Promise<boolean> {
  return hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/** Cancels the browser's pending request. */
export async function dropPasskeys(): Promise<void> {
  const loaded = await loading;
  loaded?.WebAuthnAbortService.cancelCeremony();
}

/** Signals to the password manager that this passkey is unknown here, so that it stops suggesting it. */
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
 * By the error names of WebAuthn. Cancellation, timeout and the absence of passkeys are one error: browsers do not
 * disclose which.
 */
const sentences: Record<string, string> = {
  NotAllowedError: messages.passkeyCanceled,
  InvalidStateError: messages.passkeyHere,
  NotSupportedError: messages.passkeyUnsupported,
  ConstraintError: messages.passkeyNoLock,
  SecurityError: messages.passkeyWrongAddress,
  TypeError: messages.network,
};
