import {
  type IntentAction,
  type RedirectRecord,
  type Replay,
  readRecord,
  redirectKey,
  replayOf,
} from './redirect-record.ts';

/**
 * The browser's side of the redirect record. A browser without storage has no record: `next` in the address still
 * works.
 */

let isLeaving = false;

/**
 * Another tab signs out, and this one follows: a guarded page may redirect to sign-in meanwhile, which is no intent.
 */
export function forgetIntents(): void {
  isLeaving = true;
}

/** Saves a visitor's intent before the sign-in page is shown. `path`: the page where it started. */
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

/** Claims the intent for this member, who has signed in and has not arrived yet; it does not apply to other members. */
export function claimIntent(uid: string): void {
  const record = findIntent();
  if (record && record.uid === undefined)
    withStorage((storage) => storage.setItem(redirectKey, JSON.stringify({ ...record, uid })));
}

/** Removes the record, valid or not: an intent is replayed once, and for its own member alone. */
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
