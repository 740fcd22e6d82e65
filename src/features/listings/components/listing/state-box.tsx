import { Link } from 'react-router';
import { plural } from '#kernel/format.ts';
import { Price } from '#ui/card/price.tsx';
import { Note } from '#ui/page/panel.tsx';
import type { Listing } from '../../contract.ts';
import { browseAddress } from '../browse/browse-address.ts';

const sentences: Partial<Record<Listing['status'], { title: string; text: string }>> = {
  sold: { title: 'Sold', text: 'This card has been sold.' },
  expired: { title: 'No longer for sale', text: 'This listing has ended. The seller may relist it.' },
  paused: { title: 'Paused', text: 'This listing is paused.' },
  removed: { title: 'Removed', text: 'This listing was removed.' },
};

function wordsOf(status: Listing['status'], hold: string) {
  if (status !== 'reserved') return sentences[status];
  const text = `Another buyer has reserved this card. If they don’t pay, it will be available again in at most ${hold}.`;
  return { title: 'Reserved', text };
}

interface Props {
  listing: Listing;
  /** How long a buyer has for paying, in words. */
  hold: string;
  otherCopies: number;
  isMember: boolean;
}

/** In place of Buy: why not, and where to go from here. Spoken when it comes while the page is open. */
export default function StateBox({ listing, hold, otherCopies, isMember }: Props) {
  const words = wordsOf(listing.status, hold);
  if (!words) return null;
  return (
    <>
      <div className="pbox">
        <Price
          value={listing.price}
          size="big"
          className={listing.status === 'reserved' ? undefined : 'text-fg-muted line-through decoration-2'}
        />
      </div>
      <Note tone={listing.status === 'reserved' ? 'warning' : 'info'} role="status" className="mt-5!">
        <strong>{words.title}.</strong> {words.text}{' '}
        {isMember && listing.status === 'reserved' && (
          <>
            If you reserved it, pay in <Link to="/orders?side=buying">your orders</Link>.{' '}
          </>
        )}
        {otherCopies > 0 ? (
          <a href="#copies">
            {plural(otherCopies, {
              one: 'View # more listing of this card',
              other: 'View # more listings of this card',
            })}
          </a>
        ) : (
          <Link to={browseAddress({ q: listing.name, game: listing.game })}>Search for {listing.name}</Link>
        )}
      </Note>
    </>
  );
}
