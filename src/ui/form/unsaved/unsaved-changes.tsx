import { useEffect, useRef, useState } from 'react';
import { Button } from '../../button.tsx';
import { Dialog } from '../../dialog.tsx';
import { useMoveGuard } from '../move-guard.tsx';

export interface UnsavedChangesProps {
  /** The form's latest answer; one that is new and says `saved` makes what was sent the saved state. */
  answer: { saved?: string | undefined } | undefined;
}

/**
 * For a form with text to lose: asks the user before they leave a page whose fields differ from those served or saved
 * last.
 */
export function UnsavedChanges({ answer }: UnsavedChangesProps) {
  const mark = useRef<HTMLSpanElement>(null);
  /** The fields as they are saved; null while they were changed before the scripts ran. */
  const clean = useRef<string | null>(null);
  const sent = useRef<string | null>(null);
  const [dirty, setDirty] = useState(false);

  useEffect(() => {
    const form = mark.current?.closest('form');
    if (!form) return;
    clean.current = isAsServed(form) ? fieldsOf(form) : null;
    const compare = () => setDirty(fieldsOf(form) !== clean.current);
    const keep = () => {
      sent.current = fieldsOf(form);
    };
    compare();
    form.addEventListener('input', compare);
    form.addEventListener('change', compare);
    form.addEventListener('submit', keep);
    return () => {
      form.removeEventListener('input', compare);
      form.removeEventListener('change', compare);
      form.removeEventListener('submit', keep);
    };
  }, []);

  useEffect(() => {
    const form = mark.current?.closest('form');
    if (!form || answer?.saved === undefined || sent.current === null) return;
    // What was typed while the answer was under way is not saved by it.
    clean.current = sent.current;
    setDirty(fieldsOf(form) !== clean.current);
  }, [answer]);

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty]);

  const held = useMoveGuard(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <>
      <span ref={mark} hidden data-unsaved={dirty || undefined} />
      <Dialog
        open={held !== null}
        onClose={() => held?.reset()}
        size="small"
        title="Leave without saving?"
        footer={
          <>
            <Button onClick={() => held?.reset()}>Keep editing</Button>
            <Button kind="danger" onClick={() => held?.proceed()}>
              Leave without saving
            </Button>
          </>
        }
      >
        <p>Your changes on this page won’t be saved.</p>
      </Dialog>
    </>
  );
}

function fieldsOf(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === 'string'));
}

function isAsServed(form: HTMLFormElement): boolean {
  return [...form.elements].every((field) => {
    if (field instanceof HTMLTextAreaElement) return field.value === field.defaultValue;
    if (!(field instanceof HTMLInputElement)) return true;
    return field.type === 'checkbox' || field.type === 'radio'
      ? field.checked === field.defaultChecked
      : field.value === field.defaultValue;
  });
}
