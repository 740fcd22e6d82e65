/** Limits of a provider's photo. */
const timeoutMs = 10_000;
export const providerPhotoBytes = 4 * 1024 * 1024;
/** Google serves photos on these hosts only. */
const photoHosts = /(^|\.)googleusercontent\.com$/;
/** Google sends a thumbnail's address; the width is part of it. */
const thumbnail = /=s\d+(-c)?$/;

/**
 * The address of a provider's photo that this server may fetch: over https on Google's own hosts, or on the issuer's
 * origin (the sandbox). Null for everything else, to prevent server-side request forgery by a token's claim.
 */
export function photoAddress(claim: unknown, issuer: string): string | null {
  if (typeof claim !== 'string' || claim.length > 2_000 || !URL.canParse(claim)) return null;
  const url = new URL(claim);
  if (url.username !== '' || url.password !== '') return null;
  if (url.origin === new URL(issuer).origin) return url.href;
  return url.protocol === 'https:' && url.port === '' && photoHosts.test(url.hostname)
    ? url.href.replace(thumbnail, '=s384-c')
    : null;
}

/**
 * The photo's bytes; null where there is none or it is too large. Throws when the provider fails, so that the caller
 * tries again.
 */
export async function fetchProviderPhoto(address: string): Promise<Uint8Array | null> {
  const answer = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'image/*' },
  });
  if (answer.status >= 500) throw new Error(`the provider answered ${answer.status} for a photo`);
  if (!answer.ok || !answer.body) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body) {
    size += part.byteLength;
    if (size > providerPhotoBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
