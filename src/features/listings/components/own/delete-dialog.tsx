import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

export interface DeleteDialogProps {
  open: boolean;
  listingId: string;
  name: string;
  busy: boolean;
  onClose(): void;
  onDelete(): void;
}

/** Confirms, because a deleted listing cannot be restored. */
export function DeleteDialog({ open, listingId, name, busy, onClose, onDelete }: DeleteDialogProps) {
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
          This can’t be undone. To stop selling for now, pause the listing instead. Existing orders aren’t affected.
        </p>
      </Form>
    </Dialog>
  );
}
