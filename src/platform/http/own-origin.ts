import type { Config } from '#platform/config/config.ts';

/** The sandbox is reached as 127.0.0.1 and as localhost, and cookies keep the two apart: people come back to the name they used. */
export function ownOrigin(config: Pick<Config, 'appUrl' | 'mode'>, host: string | null | undefined): string {
  const own = new URL(config.appUrl);
  const isOther = config.mode === 'sandbox' && host && host !== own.host && [`localhost:${own.port}`, `127.0.0.1:${own.port}`].includes(host);
  return isOther ? `${own.protocol}//${host}` : own.origin;
}
