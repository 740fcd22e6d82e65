/** `://user:password@` of a server address. */
const userInfo = /:\/\/[^\s/@"']+@/g;

/** Any text that looks like an email address, also URL-encoded. False positives are fine: the log needs no address. */
const email = /[^\s@"'<>()[\]{},;:=&?/\\]+(?:@|%40)[^\s@"'<>()[\]{},;:=&?/\\]+/giu;

/** Secrets by their form: keys and secrets of Stripe, JSON Web Tokens, and the token after `Bearer`. */
const keys = /\b(?:(?:sk|rk|pk)_(?:test|live)_|whsec_)\w+|\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bBearer\s+\S+/g;

/** Shorter ones would match ordinary words. */
const shortestSecret = 8;

/** Removes secrets from a text: the given ones, email addresses, and texts with the form of a secret. */
export function scrubber(secrets: readonly string[]): (text: string) => string {
  const own = secrets.filter((secret) => secret.length >= shortestSecret).sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const secret of own) clean = clean.replaceAll(secret, '[secret]');
    return clean.replace(userInfo, '://[secret]@').replace(keys, '[secret]').replace(email, '[email]');
  };
}
