/**
 * A token with another character near its end. Not the last ones: the last character of base64 has bits that mean
 * nothing, and characters that always stay the same could be there already.
 */
export function tampered(token: string): string {
  const at = token.length - 10;
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
}
