import { useState } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import { newId } from '#kernel/ids.ts';
import type { PageProblem } from '#platform/http/page.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormDraft } from '#ui/form/unsaved/form-draft.tsx';
import { MessageForm } from './thread/message-form.tsx';

export interface MessageDialogProps {
  recipient: { id: string; username: string };
  listing: { id: string; title: string } | null;
  /** The order between the two that the message is about, in place of a listing. */
  order?: { id: string; title: string } | undefined;
  /** `own`: members cannot write to themselves. A visitor signs in first, at this address. */
  viewer: { id: string } | 'own' | { signInAt: string; onSignIn(): void };
}

/** Writes to a member from their listing or profile. */
export default function MessageDialog({ recipient, listing, order, viewer }: MessageDialogProps) {
  const fetcher = useFetcher<{ problem?: PageProblem }>();
  const [clientId] = useState(() => newId());
  const [isDirty, setDirty] = useState(false);
  const navigate = useNavigate();
  const onClose = () => void navigate({ search: '' }, { replace: true, preventScrollReset: true });
  const busy = fetcher.state !== 'idle';
  const form = 'message-form';
  const about = order ?? listing;
  const frame = {
    open: true,
    onClose,
    testId: 'message-dialog',
    title: `Message ${recipient.username}`,
    dirty: isDirty,
  };
  if (viewer === 'own')
    return (
      <Dialog
        {...frame}
        title={listing ? 'This is your listing' : 'This is your profile'}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <p>
          {listing
            ? 'You can’t send yourself a message. Messages from buyers are shown under Messages.'
            : 'You can’t send yourself a message.'}
        </p>
      </Dialog>
    );
  if (!('id' in viewer))
    return (
      <Dialog
        {...frame}
        description={about ? `About ${about.title}` : undefined}
        footer={
          <ButtonLink kind="primary" to={viewer.signInAt} onClick={viewer.onSignIn}>
            Sign in
          </ButtonLink>
        }
      >
        <p>Sign in to message {recipient.username}. You’ll return to this page.</p>
      </Dialog>
    );
  return (
    <Dialog
      {...frame}
      description={about ? `About ${about.title}` : undefined}
      footer={
        <Button kind="primary" type="submit" form={form} busy={busy} busyLabel="Sending…">
          Send message
        </Button>
      }
    >
      <MessageForm
        id={form}
        recipientId={recipient.id}
        listingId={order ? null : (listing?.id ?? null)}
        orderId={order?.id}
        clientId={clientId}
        draft={<FormDraft viewerId={viewer.id} about={`message ${recipient.id}`} isSending={busy} />}
        problem={busy ? undefined : fetcher.data?.problem}
        onType={(text) => setDirty(text.trim() !== '')}
        onSend={(element) => !busy && void fetcher.submit(element)}
      />
    </Dialog>
  );
}
