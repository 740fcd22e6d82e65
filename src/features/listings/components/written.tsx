import type { ReactNode } from 'react';
import type { RichBlock } from '#ui/rich-text/rich-text.ts';
import RichText from '#ui/rich-text/rich-text.tsx';

/** A description with its marks. Addresses stay text with the host made plain, as in messages. */
export default function Written({ blocks }: { blocks: readonly RichBlock[] }) {
  return <RichText blocks={blocks} link={drawLink} />;
}

function drawLink(to: string, words: ReactNode) {
  const { host } = new URL(to);
  const rest = to.slice(to.indexOf(host) + host.length);
  return (
    <>
      {words}{' '}
      <span className="dim break-all" title={`Leads to ${host}, outside of this market. Copy it if you trust it.`}>
        ({to.slice(0, to.indexOf(host))}
        <b>{host}</b>
        {rest})
      </span>
    </>
  );
}
