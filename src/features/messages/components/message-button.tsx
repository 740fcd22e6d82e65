import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { saveIntent } from '#features/auth/widgets.tsx';
import { ButtonLink, type ButtonLinkProps } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';

const MessageDialog = lazyPart(() => import('./message-dialog.tsx'));

export interface MessageButtonProps extends Pick<ButtonLinkProps, 'kind' | 'size' | 'full'> {
  words: string;
  recipient: { id: string; username: string };
  listing: { id: string; title: string } | null;
  /** The order between the two that the message is about, in place of a listing. */
  order?: { id: string; title: string };
  viewerId: string | null;
}

/**
 * A link to the current page with `?action=send_message&recipientId=`, which opens the message dialog, loaded on
 * demand: on a click, without JavaScript, from other pages and after sign-in. An address with another recipient opens
 * no dialog and shows a note. Members see no button to themselves, only that note.
 */
export function MessageButton({
  words,
  recipient: { id, username },
  listing,
  order,
  viewerId,
  kind,
  size = 'sm',
  full,
}: MessageButtonProps) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const asksFor = query.get('action') === 'send_message' ? (query.get('recipientId') ?? '') : null;
  const to = `${pathname}?action=send_message&recipientId=${id}`;
  const signInAt = `/auth/sign-in?next=${encodeURIComponent(to)}`;
  // The page that sign-in returns to: another one would be saved in place of the intent.
  const onSignIn = () =>
    saveIntent('send_message', to, {
      recipientId: id,
      about: username,
      ...(listing ? { listingId: listing.id } : { returnPath: to }),
    });
  return (
    <>
      {viewerId !== id && (
        <ButtonLink
          kind={kind}
          size={size}
          full={full}
          to={viewerId ? to : signInAt}
          onClick={viewerId ? undefined : onSignIn}
          preventScrollReset={viewerId !== null}
        >
          {words}
        </ButtonLink>
      )}
      {asksFor !== null && asksFor !== id && (
        <p className="dim" role="status">
          {notOpened(asksFor, viewerId === id ? null : `To message ${username}, select “${words}”.`)}
        </p>
      )}
      {asksFor === id && (
        <Suspense>
          <MessageDialog
            recipient={{ id, username }}
            listing={listing}
            order={order}
            viewer={viewerId === id ? 'own' : viewerId ? { id: viewerId } : { signInAt, onSignIn }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Why an address with a recipient opens no dialog on this page; `useButton` is null where the page has no button. */
function notOpened(asksFor: string, useButton: string | null): string {
  if (asksFor === '')
    return `This link has no recipient. ${useButton ?? 'To send a message, open a member’s profile.'}`;
  return 'This link is for a message to another member. To send it, open their profile.';
}
