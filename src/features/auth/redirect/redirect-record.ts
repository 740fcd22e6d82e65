import { buyToast, favoriteToast } from '#kernel/specified-texts.ts';
import { minuteMs } from '#kernel/time.ts';

/**
 * A visitor's intent at the time of the sign-in prompt. In the browser's local storage; pure, and validated on read:
 * anything that can write to the storage could otherwise redirect users.
 */
export const redirectKey = 'auth_redirect';
export const redirectLifeMs = 30 * minuteMs;

export type IntentAction =
  | 'toggle_favorite'
  | 'buy_now'
  | 'make_offer'
  | 'price_alert'
  | 'send_message'
  | 'route_guard_redirect'
  | (string & {});

export interface RedirectRecord {
  /** The page where it started: path, query and hash. */
  path: string;
  action: IntentAction;
  params: Record<string, string>;
  /** Milliseconds. */
  at: number;
  /** The member who has signed in for it and has not arrived yet. Without it the intent belongs to the next sign-in. */
  uid?: string;
}

export interface Replay {
  /** The destination: a path of this site. */
  to: string;
  /** The message shown there, or null. */
  toast: string | null;
}

const alertToast = 'You can now set the price alert';

/**
 * The text as a path of this very origin, or null. The resolved address is checked again: a path may become a foreign
 * address (`//host`) only when it is resolved.
 */
export function ownPath(text: unknown, origin: string): string | null {
  if (
    typeof text !== 'string' ||
    text.length > 2_048 ||
    !text.startsWith('/') ||
    /[\p{Cc}\\]/u.test(text) ||
    !URL.canParse(text, origin)
  )
    return null;
  const url = new URL(text, origin);
  if (url.origin !== new URL(origin).origin) return null;
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') ? null : path;
}

/** Sign-in pages are never a destination: an intent survives them, and reaching one is not arriving. */
export function isOnTheWay(path: string): boolean {
  return path.startsWith('/auth/');
}

/**
 * Whether a user who waited for sign-in at `from` arrived at `here` as its result: the intent, the address's `next`, or
 * the dashboard. Otherwise they navigated there themselves, while another tab signed in or a form was being sent.
 */
export function wasLed(from: string, here: string, intent: Replay | null, origin: string): boolean {
  if (!isOnTheWay(from)) return false;
  const next = ownPath(new URL(from, origin).searchParams.get('next'), origin);
  return [intent?.to, next, '/dashboard'].includes(here);
}

/** The record of a storage text: null when it is malformed, expired, from the future, or leads to another site. */
export function readRecord(text: string | null, now: number, origin: string): RedirectRecord | null {
  if (text === null || text.length > 8_192) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { path: given, action, params = {}, at, uid } = value as Record<string, unknown>;
  const path = ownPath(given, origin);
  if (
    path === null ||
    typeof action !== 'string' ||
    action.length > 64 ||
    typeof at !== 'number' ||
    !(at <= now && now - at <= redirectLifeMs)
  )
    return null;
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return null;
  const entries = Object.entries(params).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length <= 2_048,
  );
  return { path, action, params: Object.fromEntries(entries), at, ...(typeof uid === 'string' ? { uid } : {}) };
}

/** A record from a listing's page identifies the listing by its path, too. */
const listingPage = /^\/listings\/(?!create(?:$|[?#]))[0-9a-zA-Z_-]{1,64}(?:$|[?#])/;

/** The destination of a saved intent, for a signed-in member with a complete profile. */
export function replayOf(record: RedirectRecord, origin: string): Replay {
  const listingId = idOf(record.params.listingId);
  const recipientId = idOf(record.params.recipientId);
  const listing = listingId === null ? record.path : `/listings/${listingId}`;
  switch (record.action) {
    case 'toggle_favorite':
      return { to: listing, toast: favoriteToast };
    case 'price_alert':
      return { to: listing, toast: alertToast };
    case 'buy_now':
      return { to: listing, toast: buyToast };
    case 'make_offer':
      return { to: withQuery(listing, { action: 'make_offer' }, origin), toast: null };
    case 'send_message': {
      const back = ownPath(record.params.returnPath, origin);
      const isAboutListing = listingId !== null || (back === null && listingPage.test(record.path));
      if (isAboutListing && recipientId !== null)
        return { to: withQuery(listing, { action: 'send_message', recipientId }, origin), toast: null };
      return { to: back ?? record.path, toast: null };
    }
    default:
      return { to: record.path, toast: null };
  }
}

function withQuery(path: string, query: Record<string, string>, origin: string): string {
  const url = new URL(path, origin);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}

/** Ids become part of paths: an invalid one counts as absent. */
function idOf(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-zA-Z_-]{1,64}$/.test(text) ? text : null;
}
