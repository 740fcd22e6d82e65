/**
 * An `SMTP_URL` as it will be dialled, or null where it cannot be one: what is special in a password and not written as
 * in a link cuts the address short.
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
