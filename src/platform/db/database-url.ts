/** Where a `DATABASE_URL` leads. */
export interface DatabaseAddress {
  /** A name, an address, or the folder of a socket; empty for this machine's own server. */
  host: string;
  name: string;
  /** Whether the address asks for TLS and takes nothing less. */
  hasTls: boolean;
}

/**
 * Reads it as the driver does, which also takes forms that `URL` alone does not: no host after the user
 * (`postgres://u:p@/m?host=/run/postgresql`). Null for what nobody can read.
 */
export function readDatabaseUrl(text: string): DatabaseAddress | null {
  const stand = '@___without___/';
  const isPlain = URL.canParse(text);
  const readable = isPlain ? text : text.replace('@/', stand);
  if (!URL.canParse(readable)) return null;
  const { hostname, pathname, searchParams } = new URL(readable);
  // Of a parameter that stands there twice, the last one counts.
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
