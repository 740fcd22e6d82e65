/**
 * Parses an `SMTP_URL`. Null when it is invalid: a special character in a password that is not URL-encoded cuts the
 * address short.
 */
export function readSmtpUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isWhole = url.hostname !== '' && ['', '/'].includes(url.pathname) && url.hash === '';
  return isWhole && isLinkText(url.username) && isLinkText(url.password) ? url : null;
}

function isLinkText(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
