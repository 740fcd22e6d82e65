import { isIP } from 'node:net';

/** The WebAuthn relying party: passkeys belong to a host name and work only on its pages. */
export interface Place {
  origin: string;
  rpId: string;
}

/** The relying party of an origin; null for an IP address, which cannot be one. */
export function placeOf(origin: string): Place | null {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { origin, rpId: hostname } : null;
}

/** The same page under a host name, where there is one: this machine is also localhost. */
export function namedOrigin(origin: string): string | null {
  const url = new URL(origin);
  if (url.hostname !== '127.0.0.1' && url.hostname !== '[::1]') return null;
  url.hostname = 'localhost';
  return url.origin;
}
