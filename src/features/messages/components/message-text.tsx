import { Fragment } from 'react';
import { useOwnHost } from '#ui/own-host.ts';
import { textPieces } from './text-pieces.ts';

/** What a member wrote, as they wrote it: its lines, and its addresses as text with the host made plain. Never HTML, never a link. */
export function MessageText({ text }: { text: string }) {
  const own = useOwnHost();
  const whereTo = (host: string) =>
    host === own ? 'Leads to a page of this market.' : `Leads to ${host}, outside of this market. Copy it if you trust it.`;
  return (
    <p dir="auto" className="msg-t">
      {textPieces(text).map((piece, at) =>
        'text' in piece ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
          <Fragment key={at}>{piece.text}</Fragment>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <span key={at} className="msg-a" title={whereTo(piece.host)}>
            {piece.before}
            <b>{piece.host}</b>
            {piece.after}
          </span>
        ),
      )}
    </p>
  );
}
