/** A piece of what somebody wrote: words, or an address with the host that it would lead to. */
export type TextPiece = { text: string } | { before: string; host: string; after: string };

const address = /\bhttps?:\/\/[^\s<>"']+/gi;
/** What ends a sentence rather than an address. */
const sentenceEnd = /[.,;:!?)\]}]+$/;

/**
 * Cuts a message at its addresses. They are shown as they were written, and the host stands out, so that
 * `https://bank.example@evil.test` shows whom it would reach.
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

/** The host as it is written in the address, where a browser would agree that it is the host. */
function writtenHost(found: string): { text: string; from: number } | null {
  if (!URL.canParse(found)) return null;
  const start = found.indexOf('//') + 2;
  const authority = /^[^/?#\\]*/.exec(found.slice(start))?.[0] ?? '';
  const from = start + authority.lastIndexOf('@') + 1;
  const text = authority.slice(authority.lastIndexOf('@') + 1);
  return text === '' ? null : { text, from };
}
