import { Fragment } from 'react';
import { textPieces } from './text-pieces.ts';

/** What a member wrote, as they wrote it: its lines, and its addresses as text with the host made plain. Never HTML, never a link. */
export function MessageText({ text }: { text: string }) {
  return (
    <p dir="auto" className="msg-t">
      {textPieces(text).map((piece, at) =>
        'text' in piece ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
          <Fragment key={at}>{piece.text}</Fragment>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <span key={at} className="msg-a" title={`Leads to ${piece.host}, outside of this market. Copy it if you trust it.`}>
            {piece.before}
            <b>{piece.host}</b>
            {piece.after}
          </span>
        ),
      )}
    </p>
  );
}
