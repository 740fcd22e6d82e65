/** A piece of a message: text, or an address with the host that it leads to. */
export type TextPiece = { text: string } | { before: string; host: string; after: string };

const address = /\bhttps?:\/\/[^\s<>"']+/gi;
/** Characters that end a sentence rather than an address. */
const sentenceEnd = /[.,;:!?)\]}]+$/;

/**
 * Splits a message at its addresses. They are shown verbatim with the host emphasised, so that
 * `https://bank.example@evil.test` shows its real host.
 */
export function textPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const found = match[0].replace(sentenceEnd, '');
    const host = writtenHost(found);
    if (host === null) continue;
    const at = found.indexOf(host.text, host.from);
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) });
    pieces.push({ before: found.slice(0, at), host: host.text, after: found.slice(at + host.text.length) });
    from = match.index + found.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** The host as the address spells it, if a browser would parse the same host. */
function writtenHost(found: string): { text: string; from: number } | null {
  if (!URL.canParse(found)) return null;
  const start = found.indexOf('//') + 2;
  const authority = /^[^/?#\\]*/.exec(found.slice(start))?.[0] ?? '';
  const from = start + authority.lastIndexOf('@') + 1;
  const text = authority.slice(authority.lastIndexOf('@') + 1);
  return text === '' ? null : { text, from };
}
