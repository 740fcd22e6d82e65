import { Link, useFetcher, useLocation } from 'react-router';
import type { Vacation } from '#features/members/contract.ts';
import { calendarDay } from '#kernel/time.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Note } from '#ui/page/panel.tsx';

export interface AwayNoteProps {
  seller: { id: string; username: string };
  away: Vacation;
  viewerId: string | null;
  /** Whether this viewer is notified of the return. */
  isWaiting: boolean;
  className?: string;
}

/** Shows that a seller is on vacation, until when, with their note and a button to be notified of the return. */
export default function AwayNote({ seller, away, viewerId, isWaiting, className }: AwayNoteProps) {
  const day = <time dateTime={away.to}>{calendarDay(new Date(away.to))}</time>;
  const words = away.note && (
    <p dir="auto" className="mt-1 wrap-anywhere">
      “{away.note}”
    </p>
  );
  if (viewerId === seller.id)
    return (
      <Note tone="warning" role="status" className={className}>
        <strong>You’re on vacation until {day}.</strong> Buyers can’t order from you until then.{' '}
        <Link to="/settings/vacation">Edit vacation mode</Link>
        {words}
      </Note>
    );
  return (
    <Note tone="warning" role="status" className={className}>
      <strong>On vacation until {day}.</strong> You can’t buy from {seller.username} until then.
      {words}
      <NotifyMe seller={seller} viewerId={viewerId} isWaiting={isWaiting} />
    </Note>
  );
}

function NotifyMe({ seller, viewerId, isWaiting }: Omit<AwayNoteProps, 'away'>) {
  const fetcher = useFetcher<FormAnswer>();
  const { pathname } = useLocation();
  if (viewerId === null)
    return (
      <p className="mt-3">
        <ButtonLink size="sm" className="no-underline!" to={`/auth/sign-in?next=${encodeURIComponent(pathname)}`}>
          Sign in to get notified
        </ButtonLink>
      </p>
    );
  const problem = fetcher.data?.problem;
  return (
    <fetcher.Form
      method="post"
      action={`/profile/${seller.id}/return`}
      className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2"
    >
      <input type="hidden" name="told" value={isWaiting ? '0' : '1'} />
      <Button type="submit" size="sm" busy={fetcher.state !== 'idle'}>
        {isWaiting ? 'Turn off notification' : 'Get return notification'}
      </Button>
      <span role="status">
        {problem ? problem.message : isWaiting ? 'We’ll notify you once when they’re back.' : ''}
      </span>
    </fetcher.Form>
  );
}
