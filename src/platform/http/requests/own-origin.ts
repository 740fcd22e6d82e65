import type { Config } from '../../config/config.ts';

/** The code of a refusal of a foreign origin. */
export const originCode = 'origin_required';

/**
 * The origin by which the browser reached the app. The sandbox answers as 127.0.0.1 and as localhost, whose cookies are
 * separate: redirects return to the same name.
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
 * Whether an `Origin` is the app's. In production only APP_URL's, scheme and host: the Host header comes from the
 * sender or a proxy. The sandbox also accepts the name by which the browser came, 127.0.0.1 or localhost.
 */
export function isOwnOrigin(
  { appUrl, mode }: Pick<Config, 'appUrl' | 'mode'>,
  origin: string,
  host: string | undefined,
): boolean {
  if (!URL.canParse(origin)) return false;
  return origin === new URL(appUrl).origin || (mode === 'sandbox' && new URL(origin).host === host);
}
