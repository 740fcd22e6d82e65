import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { dropPasskeys, makePasskey } from '../../passkeys/late-passkeys.ts';
import { type PasskeyDialogProps, PasskeyName } from './passkey-dialogs.tsx';

/** Names a new passkey and lets the browser create it. */
export function AddPasskeyDialog({
  suggestedName,
  busy,
  problem,
  onClose,
  send,
}: PasskeyDialogProps & { suggestedName: string }) {
  const id = useId();
  const navigate = useNavigate();
  const [name, setName] = useState(suggestedName);
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState<{ code: string; message: string } | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (asking || busy) return;
    if (name.trim() === '') {
      setFailed({ code: 'invalid', message: 'Enter a name.' });
      return;
    }
    setFailed(null);
    setAsking(true);
    const end = await makePasskey();
    setAsking(false);
    if (end.kind === 'answered') send({ intent: 'add-passkey', response: end.response, name });
    // The page was open for longer than a step-up is valid.
    else if (end.kind === 'failed' && end.code === 'step_up_required')
      void navigate(`/settings/security/confirm?next=${encodeURIComponent('/settings/security?add=passkey')}`);
    else if (end.kind === 'failed') setFailed(end);
  };
  const close = () => {
    if (asking) dropPasskeys();
    onClose();
  };
  const said =
    failed?.code === 'invalid'
      ? { ...failed, errors: { name: failed.message } }
      : (failed ?? (asking ? undefined : problem));
  return (
    <Dialog
      open
      onClose={close}
      size="small"
      title="Add a passkey"
      description="Your browser asks for your fingerprint, face or screen lock. The passkey stays with you. We store only its public key."
      dirty={name !== suggestedName}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            form={id}
            kind="primary"
            busy={asking || busy}
            busyLabel={asking ? 'Waiting for your browser…' : 'Adding…'}
          >
            Add passkey
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={(event) => void submit(event)} noValidate>
        <PasskeyName value={name} onChange={setName} problem={said} />
        <p className="dim mt-3 text-[0.8125rem]">Your other devices will be signed out.</p>
      </form>
    </Dialog>
  );
}
