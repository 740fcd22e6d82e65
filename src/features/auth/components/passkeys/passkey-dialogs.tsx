import { type FormEvent, useId, useState } from 'react';
import type { PageProblem } from '#platform/http/page.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { Note } from '#ui/page/panel.tsx';
import { passkeyNameMax } from '../../passkeys/passkey.rules.ts';
import type { ShownPasskey } from './passkeys-panel.tsx';

export interface PasskeyDialogProps {
  busy: boolean;
  problem: PageProblem | undefined;
  onClose(): void;
  send(fields: Record<string, string>): void;
}

export function RenamePasskeyDialog({
  passkey,
  busy,
  problem,
  onClose,
  send,
}: PasskeyDialogProps & { passkey: ShownPasskey }) {
  const id = useId();
  const [name, setName] = useState(passkey.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) send({ intent: 'rename-passkey', id: passkey.id, name });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="Rename passkey"
      dirty={name !== passkey.name}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} kind="primary" busy={busy} busyLabel="Saving…">
            Save
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate>
        <PasskeyName value={name} onChange={setName} problem={problem} />
      </form>
    </Dialog>
  );
}

export function RemovePasskeyDialog({
  passkey,
  busy,
  problem,
  onClose,
  send,
}: PasskeyDialogProps & { passkey: ShownPasskey }) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={`Remove “${passkey.name}”?`}
      footer={
        <>
          <Button onClick={onClose}>Keep passkey</Button>
          <Button
            kind="danger"
            busy={busy}
            busyLabel="Removing…"
            onClick={() => send({ intent: 'remove-passkey', id: passkey.id })}
          >
            Remove passkey
          </Button>
        </>
      }
    >
      <p>
        You’ll no longer be able to sign in with this passkey. Your other devices will be signed out. Delete the passkey
        from your device or password manager too.
      </p>
      {problem && (
        <Note tone="danger" role="alert" className="mt-4">
          {problem.message}
        </Note>
      )}
    </Dialog>
  );
}

export interface PasskeyNameProps {
  value: string;
  onChange(name: string): void;
  problem: PageProblem | undefined;
}

/** The name field with its error, or any other refusal above it. */
export function PasskeyName({ value, onChange, problem }: PasskeyNameProps) {
  const error = problem?.errors?.name;
  return (
    <>
      {problem && !error && (
        <Note tone="danger" role="alert" className="mb-4">
          {problem.message}
        </Note>
      )}
      <TextInput
        label="Name"
        name="name"
        mark={false}
        required
        maxLength={passkeyNameMax}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
      />
    </>
  );
}
