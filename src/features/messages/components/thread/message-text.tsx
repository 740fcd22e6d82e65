import { Fragment } from 'react';
import { useOwnHost } from '#ui/page/own-host.ts';
import { textPieces } from './text-pieces.ts';

/** A message as its sender wrote it: with its lines, and its addresses with the host emphasised. Never HTML. */
export function MessageText({ text }: { text: string }) {
  return (
    <div dir="auto" className="msg-t">
      {textPieces(text).map(
        (piece, at) =>
          // biome-ignore-start lint/suspicious/noArrayIndexKey: the pieces of a text never move
          'text' in piece ? <Fragment key={at}>{piece.text}</Fragment> : <Address key={at} {...piece} />,
        // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
      )}
    </div>
  );
}

/** An external address opens a warning first, which contains the link; works without JavaScript. */
function Address({ before, host, after }: { before: string; host: string; after: string }) {
  const own = useOwnHost();
  const written = (
    <>
      {before}
      <b>{host}</b>
      {after}
    </>
  );
  const { href, host: reached } = new URL(before + host + after);
  if (host === own)
    return (
      <a className="msg-a" href={href} title="Link to a page on this site">
        {written}
      </a>
    );
  return (
    <details className="msg-a">
      <summary>{written}</summary>
      <span className="msg-go">
        External link to {reached}. We haven’t checked it. Don’t sign in or pay there.{' '}
        <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
          Open {reached}
        </a>
      </span>
    </details>
  );
}
