/** The parts of a `DATABASE_URL`. */
export interface DatabaseAddress {
  /** A name, an address, or the folder of a socket; empty for this machine's own server. */
  host: string;
  name: string;
  /** Whether the URL requires TLS. */
  hasTls: boolean;
}

/**
 * Parses the URL as the driver does, which also accepts forms that `URL` does not: no host after the user
 * (`postgres://u:p@/m?host=/run/postgresql`). Null for an invalid URL.
 */
export function readDatabaseUrl(text: string): DatabaseAddress | null {
  const placeholder = '@___without___/';
  const isPlain = URL.canParse(text);
  const readable = isPlain ? text : text.replace('@/', placeholder);
  if (!URL.canParse(readable)) return null;
  const { hostname, pathname, searchParams } = new URL(readable);
  // Of a repeated parameter the last one counts.
  const { host, sslmode = '', ssl = '' } = Object.fromEntries(searchParams);
  try {
    return {
      host: host || (isPlain ? decodeURIComponent(hostname) : ''),
      name: decodeURI(pathname.slice(1)),
      hasTls: /^(require|verify-ca|verify-full)$/.test(sslmode) || (/^(true|1)$/.test(ssl) && sslmode !== 'disable'),
    };
  } catch {
    return null;
  }
}
