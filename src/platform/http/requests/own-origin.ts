import type { Config } from '../../config/config.ts';

/** The code of a refusal for where a request came from. */
export const originCode = 'origin_required';

/**
 * The sandbox is reached as 127.0.0.1 and as localhost, and cookies keep the two apart: people come back to the name
 * they used.
 */
export function ownOrigin(config: Pick<Config, 'appUrl' | 'mode'>, host: string | null | undefined): string {
  const own = new URL(config.appUrl);
  const isOther =
    config.mode === 'sandbox' &&
    host &&
    host !== own.host &&
    [`localhost:${own.port}`, `127.0.0.1:${own.port}`].includes(host);
  return isOther ? `${own.protocol}//${host}` : own.origin;
}

/**
 * Whether an `Origin` is ours. In production that is APP_URL's alone, scheme and host: what a request says of its host
 * is the sender's word, or a proxy's. The sandbox also takes the name by which the browser itself came: 127.0.0.1 and
 * localhost both reach it.
 */
export function isOwnOrigin(
  { appUrl, mode }: Pick<Config, 'appUrl' | 'mode'>,
  origin: string,
  host: string | undefined,
): boolean {
  if (!URL.canParse(origin)) return false;
  return origin === new URL(appUrl).origin || (mode === 'sandbox' && new URL(origin).host === host);
}
