import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

export interface DeleteDialogProps {
  open: boolean;
  listingId: string;
  name: string;
  isDraft: boolean;
  busy: boolean;
  onClose(): void;
  onDelete(): void;
}

/** Confirms, because open offers end, and a deleted draft cannot be restored. */
export function DeleteDialog({ open, listingId, name, isDraft, busy, onClose, onDelete }: DeleteDialogProps) {
  const formId = `delete-${listingId}`;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Delete “${name}”?`}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Keep listing</Button>
          <Button kind="danger" type="submit" form={formId} busy={busy} busyLabel="Deleting…">
            Delete listing
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        method="post"
        action={`/listings/${listingId}/move`}
        onSubmit={(event) => {
          event.preventDefault();
          onDelete();
        }}
      >
        <input type="hidden" name="move" value="remove" />
        <input type="hidden" name="plain" value="1" />
        <p>
          {isDraft
            ? 'A deleted draft can’t be restored.'
            : 'You can restore it for 30 days. Its open offers end. Existing orders aren’t affected. To stop selling it for now, pause it instead.'}
        </p>
      </Form>
    </Dialog>
  );
}
