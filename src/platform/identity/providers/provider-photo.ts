/** So long a provider may take to hand a photo over, and so many bytes it may have. */
const timeoutMs = 10_000;
export const providerPhotoBytes = 4 * 1024 * 1024;
/** Google's photos lie on hosts of this name alone. */
const photoHosts = /(^|\.)googleusercontent\.com$/;
/** Google offers a thumbnail: the same address has the photo in any width. */
const thumbnail = /=s\d+(-c)?$/;

/**
 * The address of the photo that a provider names, where we may ask for it: over https on Google's own hosts, or of the
 * issuer itself, as of a stand-in. Null for everything else, so that no token makes this server ask an address of
 * somebody's choice.
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
 * The bytes at such an address; null where there is no such photo or it is too large. Throws when the provider does not
 * answer, so that it is asked again.
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
