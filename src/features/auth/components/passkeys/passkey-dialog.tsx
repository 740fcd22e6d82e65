import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { type PasskeyDialogProps, RemovePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx';
import type { ShownPasskey } from './passkeys-panel.tsx';

export type OpenedPasskeyDialog = { what: 'rename' | 'remove'; passkey: ShownPasskey } | { what: 'add' };

interface Props extends PasskeyDialogProps {
  opened: OpenedPasskeyDialog;
  suggestedName: string;
}

/** Dialogs of the passkey panel, in a separate file that loads on demand: most visits of the settings open none. */
export default function PasskeyDialog({ opened, suggestedName, ...props }: Props) {
  if (opened.what === 'add') return <AddPasskeyDialog suggestedName={suggestedName} {...props} />;
  if (opened.what === 'rename') return <RenamePasskeyDialog passkey={opened.passkey} {...props} />;
  return <RemovePasskeyDialog passkey={opened.passkey} {...props} />;
}
