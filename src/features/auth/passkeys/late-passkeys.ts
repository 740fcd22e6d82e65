import { messages } from '../model/messages.ts';
import type { PasskeyEnd } from './passkey-browser.ts';

const load = () => import('./passkey-browser.ts');
let loading: ReturnType<typeof load> | undefined;

/** Loads the browser's passkey code on first use: each page is usable before. Retries after a failed load. */
const part = () => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
};

const unreachable = (): PasskeyEnd => ({ kind: 'failed', code: 'network', message: messages.network });

export const askForPasskey = (purpose: 'sign-in' | 'step-up', isOffer = false): Promise<PasskeyEnd> =>
  part().then((browser) => browser.askForPasskey(purpose, isOffer), unreachable);

export const makePasskey = (): Promise<PasskeyEnd> => part().then((browser) => browser.makePasskey(), unreachable);

export const canOfferPasskeys = (): Promise<boolean> =>
  part().then(
    (browser) => browser.canOfferPasskeys(),
    () => false,
  );

/** Without a pending request there is nothing to cancel, nor to load. */
export function dropPasskeys(): void {
  void loading?.then((browser) => browser.dropPasskeys()).catch(() => {});
}

export function forgetPasskey(response: string): void {
  void part().then(
    (browser) => browser.forgetPasskey(response),
    () => {},
  );
}
