import { isIP } from 'node:net';

/** Where a browser uses passkeys: they belong to a name, and are good on its pages only. */
export interface Place {
  origin: string;
  rpId: string;
}

/** The place that this origin is, or null: an address of numbers is no name that a passkey could belong to. */
export function placeOf(origin: string): Place | null {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { origin, rpId: hostname } : null;
}

/** The same page under a name, where there is one: this machine is called localhost as well. */
export function namedOrigin(origin: string): string | null {
  const url = new URL(origin);
  if (url.hostname !== '127.0.0.1' && url.hostname !== '[::1]') return null;
  url.hostname = 'localhost';
  return url.origin;
}
