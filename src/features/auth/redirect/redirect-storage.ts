import {
  type IntentAction,
  type RedirectRecord,
  type Replay,
  readRecord,
  redirectKey,
  replayOf,
} from './redirect-record.ts';

/**
 * The browser's side of the redirect record. A browser without storage simply has no record: `next` in the address
 * still serves.
 */

let isLeaving = false;

/**
 * Another tab signs out, and this one is about to follow it: on the way a guarded page may lead to sign-in, which is
 * nobody's intent.
 */
export function forgetIntents(): void {
  isLeaving = true;
}

/** Remembers what a visitor was about to do, before the sign-in page is shown. `path` is the page where it happened. */
export function saveIntent(action: IntentAction, path: string, params: Record<string, string> = {}): void {
  if (isLeaving) return;
  const record: RedirectRecord = { path, action, params, at: Date.now() };
  withStorage((storage) => storage.setItem(redirectKey, JSON.stringify(record)));
}

/** The record that would be replayed now, or null. */
export function findIntent(): RedirectRecord | null {
  return withStorage((storage) => readRecord(storage.getItem(redirectKey), Date.now(), location.origin)) ?? null;
}

export function replayNow(record: RedirectRecord): Replay {
  return replayOf(record, location.origin);
}

/** This member has signed in and is not there yet. Should somebody else be it who arrives, the intent is not theirs. */
export function claimIntent(uid: string): void {
  const record = findIntent();
  if (record && record.uid === undefined)
    withStorage((storage) => storage.setItem(redirectKey, JSON.stringify({ ...record, uid })));
}

/** Takes the record out of the storage, good or not: an intent is replayed once, and for nobody but its own member. */
export function takeIntent(uid: string): Replay | null {
  const record = findIntent();
  withStorage((storage) => storage.removeItem(redirectKey));
  return record && (record.uid ?? uid) === uid ? replayNow(record) : null;
}

export function withStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
}
