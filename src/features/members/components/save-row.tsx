import { Button } from '#ui/button.tsx';

/** The save button of a section, with its result beside it. */
export function SaveRow({
  label = 'Save',
  busyLabel = 'Saving…',
  busy,
  saved,
}: {
  label?: string;
  busyLabel?: string;
  busy: boolean;
  saved: string | undefined;
}) {
  return (
    <div className="mt-6 flex items-center gap-4">
      <Button type="submit" kind="primary" busy={busy} busyLabel={busyLabel}>
        {label}
      </Button>
      <span role="status" className="dim said">
        {busy ? '' : saved}
      </span>
    </div>
  );
}
