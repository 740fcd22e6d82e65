import type { ReactNode } from 'react';
import { useOwnHost } from '#ui/page/own-host.ts';
import type { RichBlock } from '#ui/rich-text/rich-text.ts';
import RichText from '#ui/rich-text/rich-text.tsx';

/** A description with its marks. Addresses stay text with the host made plain, as in messages. */
export default function Written({ blocks }: { blocks: readonly RichBlock[] }) {
  const own = useOwnHost();
  return <RichText blocks={blocks} link={(to, words) => drawLink(to, words, own)} />;
}

function drawLink(to: string, words: ReactNode, own: string | null) {
  const { host } = new URL(to);
  const rest = to.slice(to.indexOf(host) + host.length);
  const note =
    host === own ? 'Link to a page on this site.' : `Link to ${host}, an external site. Copy it only if you trust it.`;
  return (
    <>
      {words}{' '}
      <span className="dim break-all" title={note}>
        ({to.slice(0, to.indexOf(host))}
        <b>{host}</b>
        {rest})
      </span>
    </>
  );
}
