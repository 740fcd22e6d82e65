import { Eye, Heart, Timer } from 'lucide-react';
import { useState } from 'react';
import { Form, Link, useNavigate } from 'react-router';
import { plural } from '#kernel/format.ts';
import { dayMonthYear, timeLeft } from '#kernel/time.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Price } from '#ui/card/price.tsx';
import { Icon } from '#ui/icon.tsx';
import { Note } from '#ui/page/panel.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { Listing, ListingMoment } from '../../contract.ts';
import { frozenStatuses, type ListingState, stateOf } from '../../model/listing.process.ts';
import { momentSentence } from '../listing/history-words.ts';
import { wantedBy } from '../listing-words.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { type Move, moveWords } from './moves.ts';
import { OwnNotes } from './own-notes.tsx';
import { OwnOffers } from './own-offers.tsx';
import { useMove } from './use-move.ts';

const states: Record<Exclude<ListingState, 'reserved'>, string> = {
  draft: 'This is a draft. Only you can see it until you publish it.',
  active: 'Your listing is live.',
  sold: 'Sold. See the order for details.',
  expired: 'This listing has ended. Renew it to list it again.',
  paused_by_seller: 'Paused. Resume it to sell it again.',
  paused_by_tier:
    'Paused because you’ve reached your plan’s active listings limit. Pause or delete another listing, or get Premium, then resume this one.',
  paused_by_suspension: 'Hidden while your account is suspended.',
  paused_by_operator:
    'We’ve paused this listing, and only you can see it. You can edit or delete it. See Account status for the reason and how to appeal.',
  paused_by_standing: 'Paused until you complete your seller details. It then resumes automatically.',
  removed: 'You have deleted this listing.',
};

export interface OwnPanelProps {
  listing: Listing;
  /** Newest first. */
  history: readonly ListingMoment[];
  /** How long a buyer has for paying, in words. */
  hold: string;
  now: string;
  confirmDelete: boolean;
  /** Why a button that was pressed without scripts did nothing. */
  refused: string | null;
  /** How many members look for such a copy. */
  wanting: number;
}

/** One's own listing: what can be done with it and how it does, in place of Buy. */
export default function OwnPanel({ listing, history, hold, now, confirmDelete, refused, wanting }: OwnPanelProps) {
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
        {moveWords[one].button}
      </Button>
    </Form>
  );
  const state = stateOf({ status, pausedBy: listing.pausedBy ?? null });
  const wanted = status === 'draft' ? 'publish' : status === 'expired' ? 'renew' : 'resume';
  const first = moves.includes(wanted) ? wanted : null;
  const stopped = state === 'paused_by_operator' ? history.find((moment) => moment.to === state) : undefined;
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
        {state === 'reserved'
          ? `Reserved while a buyer pays, for up to ${hold}. You can’t change it until then.`
          : states[state]}
        {stopped?.note && ` “${stopped.note}”`}
      </Note>
      {state === 'removed' && listing.publishedAt !== null && (
        <p className="mt-3">
          <Link className="link" to="/dashboard/listings/deleted">
            Deleted listings
          </Link>
        </p>
      )}
      {state === 'sold' && (
        <p className="mt-3">
          <Link className="link" to="/orders?side=selling">
            View your sales
          </Link>
        </p>
      )}
      {wanting > 0 && (
        <p className="mt-3" data-testid="wanted-count">
          {wantedBy(wanting)}
        </p>
      )}
      {refused && (
        <Note tone="danger" className="mt-3">
          {refused}
        </Note>
      )}
      <OwnOffers {...listing} />
      <OwnNotes {...listing} />
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
            {moveWords.remove.button}
          </ButtonLink>
        )}
      </div>
      <ul className="own-stats">
        <li>
          <Icon of={Eye} size={16} />
          {plural(listing.viewCount, { one: '# view', other: '# views' })}
        </li>
        <li>
          <Icon of={Heart} size={16} />
          {plural(listing.favoriteCount, { one: '# favorite', other: '# favorites' })}
        </li>
        {ends && (
          <li>
            <Icon of={Timer} size={16} />
            <span title={dayMonthYear(ends)}>{timeLeft(ends, new Date(now))}</span>
          </li>
        )}
      </ul>
      {history.length > 0 && <History history={history} now={now} />}
      <DeleteDialog
        open={asking}
        listingId={id}
        name={name}
        isDraft={status === 'draft'}
        busy={busy === 'remove'}
        onClose={() => setAsking(false)}
        onDelete={() => move('remove')}
      />
    </>
  );
}

/** The listing's history: changes by the seller, a buyer, timers, the plan and admins. */
function History({ history, now }: Pick<OwnPanelProps, 'history' | 'now'>) {
  return (
    <details className="own-history">
      <summary>History</summary>
      <ol>
        {history.map((moment) => (
          <li key={`${moment.at} ${moment.verb} ${moment.to}`}>
            {momentSentence(moment)}
            {moment.note && ` “${moment.note}”`} <RelativeTime at={moment.at} now={now} ago />
          </li>
        ))}
      </ol>
    </details>
  );
}
