import { MessageSquare } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { saveIntent } from '#features/entry/widgets.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.ts';

const MessageDialog = lazyPart(() => import('./message-dialog.tsx'));

export interface MessageButtonProps {
  words: string;
  recipient: { id: string; username: string };
  listing: { id: string; title: string } | null;
  viewerId: string | null;
  small?: boolean;
}

/**
 * Opens the message dialog, which is fetched then. A link to this very page with `?action=send_message&recipientId=`, which opens it too: without script, from
 * elsewhere, and after sign-in. Draws no button to the member themselves, only what such an address says.
 */
export function MessageButton({ words, recipient, listing, viewerId, small }: MessageButtonProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search);
  const isAsked = asked.get('action') === 'send_message' && (asked.get('recipientId') ?? recipient.id) === recipient.id;
  const [isOpen, setOpen] = useState(isAsked);
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked !== wasAsked) {
    setWasAsked(isAsked);
    setOpen(isAsked);
  }
  const address = `${pathname}?${new URLSearchParams({ action: 'send_message', recipientId: recipient.id })}`;
  const signInAt = `/auth/sign-in?next=${encodeURIComponent(address)}`;
  const onSignIn = () =>
    saveIntent('send_message', pathname, { recipientId: recipient.id, ...(listing ? { listingId: listing.id } : { returnPath: address }) });
  const close = () => {
    setOpen(false);
    if (!isAsked) return;
    asked.delete('action');
    asked.delete('recipientId');
    void navigate({ search: asked.toString() }, { replace: true, preventScrollReset: true });
  };
  return (
    <>
      {viewerId !== recipient.id && (
        <ButtonLink
          {...(small ? { size: 'sm' as const } : {})}
          to={viewerId === null ? signInAt : address}
          onClick={(event) => {
            if (viewerId === null) {
              onSignIn();
              return;
            }
            event.preventDefault();
            setOpen(true);
          }}
        >
          <Icon of={MessageSquare} size={16} />
          {words}
        </ButtonLink>
      )}
      {isOpen && (
        <Suspense>
          <MessageDialog
            open
            onClose={close}
            recipient={recipient}
            listing={listing}
            viewer={viewerId === null ? { signInAt, onSignIn } : viewerId === recipient.id ? 'own' : 'member'}
          />
        </Suspense>
      )}
    </>
  );
}
