/** `://user:password@` of an address of a server. */
const userInfo = /:\/\/[^\s/@"']+@/g;

/**
 * Whatever looks like an e-mail, also as it stands in a query. Rather too much than too little: nobody needs one from
 * the log.
 */
const email = /[^\s@"'<>()[\]{},;:=&?/\\]+(?:@|%40)[^\s@"'<>()[\]{},;:=&?/\\]+/giu;

/**
 * Shapes that are secret whoever holds them: keys and secrets of Stripe, JSON Web Tokens, and what follows `Bearer`.
 */
const keys = /\b(?:(?:sk|rk|pk)_(?:test|live)_|whsec_)\w+|\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bBearer\s+\S+/g;

/** Shorter ones would be found in words. */
const shortestSecret = 8;

/** Takes out of a text what no log may hold: these secrets, e-mails, and what is secret by its form. */
export function scrubber(secrets: readonly string[]): (text: string) => string {
  const own = secrets.filter((secret) => secret.length >= shortestSecret).sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const secret of own) clean = clean.replaceAll(secret, '[secret]');
    return clean.replace(userInfo, '://[secret]@').replace(keys, '[secret]').replace(email, '[email]');
  };
}
