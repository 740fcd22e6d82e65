import { Eye, Heart, Timer } from 'lucide-react';
import { useState } from 'react';
import { Form, useNavigate } from 'react-router';
import { formatMoney } from '#kernel/money.ts';
import { dayMonthYear, timeLeft } from '#kernel/time.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Note } from '#ui/panel.tsx';
import { Price } from '#ui/price.tsx';
import type { Listing } from '../contract.ts';
import { frozenStatuses } from '../listing.process.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { countOf } from './listing-words.ts';
import { type Move, moveWords } from './moves.ts';
import { useMove } from './use-move.ts';

const states: Record<Listing['status'], string> = {
  draft: 'This is a draft. Only you can see it until you publish it.',
  active: 'Your listing is live.',
  reserved: 'A buyer is paying for it now. It can’t be changed until they finish or their 30 minutes are over.',
  sold: 'Sold. The order has everything about it.',
  expired: 'Its time is over, so nobody can buy it. Renew it to start again.',
  paused: 'Paused: nobody can buy it. Resume it when you want it back on sale.',
  removed: 'You have deleted this listing.',
};

export interface OwnPanelProps {
  listing: Listing;
  now: string;
  confirmDelete: boolean;
  /** Why a button that was pressed without scripts did nothing. */
  refused: string | null;
}

/** One's own listing: what can be done with it and how it does, in place of Buy. */
export default function OwnPanel({ listing, now, confirmDelete, refused }: OwnPanelProps) {
  const { id, name, status, moves = [] } = listing;
  const navigate = useNavigate();
  const [asking, setAsking] = useState(confirmDelete);
  const { busy, move } = useMove(id, name, (done) => {
    setAsking(false);
    if (done === 'remove') void navigate('/dashboard/listings');
  });
  const ends = listing.expiresAt && (status === 'active' || status === 'paused') ? new Date(listing.expiresAt) : null;
  const button = (one: Move, kind: 'default' | 'primary') => (
    <Form
      key={one}
      method="post"
      action={`/listings/${id}/move`}
      onSubmit={(event) => {
        event.preventDefault();
        move(one);
      }}
    >
      <input type="hidden" name="plain" value="1" />
      <input type="hidden" name="move" value={one} />
      <Button type="submit" kind={kind} busy={busy === one} busyLabel={moveWords[one].busy}>
        {moveWords[one].label}
      </Button>
    </Form>
  );
  const first = status === 'draft' ? 'publish' : status === 'expired' ? 'renew' : status === 'paused' ? 'resume' : null;
  return (
    <>
      <div className="pbox">
        <Price value={listing.price} size="big" />
      </div>
      <Note
        tone={status === 'active' ? 'success' : status === 'reserved' || status === 'expired' ? 'warning' : 'info'}
        role="status"
        className="mt-5!"
      >
        {states[status]}
      </Note>
      {refused && (
        <Note tone="danger" className="mt-3">
          {refused}
        </Note>
      )}
      {listing.offerFloor && (
        <p className="dim mt-3 text-[13px]">You don’t want offers below {formatMoney(listing.offerFloor)}. Buyers don’t see this.</p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {!frozenStatuses.includes(status) && (
          <ButtonLink kind={first ? 'default' : 'primary'} to={`/listings/${id}/edit`}>
            Edit listing
          </ButtonLink>
        )}
        {moves.filter((one) => one !== 'remove').map((one) => button(one, one === first ? 'primary' : 'default'))}
        {moves.includes('remove') && (
          <ButtonLink
            kind="danger-quiet"
            to={`/listings/${id}?confirm=delete`}
            onClick={(event) => {
              event.preventDefault();
              setAsking(true);
            }}
          >
            Delete
          </ButtonLink>
        )}
      </div>
      <ul className="own-stats">
        <li>
          <Icon of={Eye} size={16} />
          {countOf(listing.viewCount, 'view')}
        </li>
        <li>
          <Icon of={Heart} size={16} />
          {countOf(listing.favoriteCount, 'favourite')}
        </li>
        {ends && (
          <li>
            <Icon of={Timer} size={16} />
            <span title={dayMonthYear(ends)}>{timeLeft(ends, new Date(now))}</span>
          </li>
        )}
      </ul>
      <DeleteDialog
        open={asking}
        listingId={id}
        name={name}
        busy={busy === 'remove'}
        onClose={() => setAsking(false)}
        onDelete={() => move('remove')}
      />
    </>
  );
}
