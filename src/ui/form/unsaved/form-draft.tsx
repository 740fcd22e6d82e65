import { useEffect, useLayoutEffect, useRef } from 'react';
import { isText, type TextField, typeInto } from '../early-input.ts';
import { readDraft, storeDraft } from './drafts.ts';

interface FormDraftProps {
  viewerId: string;
  /** What the form is for, such as the offer for one listing. */
  about: string;
  /** A form that is on its way when it disappears was sent: its draft is removed. */
  isSending: boolean;
}

/** Inside a form of a dialog: text that is not sent is restored when the dialog is opened again. */
export function FormDraft({ viewerId, about, isSending }: FormDraftProps) {
  const place = useRef<HTMLSpanElement>(null);
  const sending = useRef(isSending);
  useEffect(() => {
    sending.current = isSending;
  }, [isSending]);
  useLayoutEffect(() => {
    const fields = textFields(place.current?.closest('form') ?? null);
    const nameOf = ({ name }: TextField) => `${about} ${name}`;
    const drafts = fields.map((field) => readDraft(viewerId, nameOf(field)));
    // After the commit: React handles each event at once only outside of its own work.
    queueMicrotask(() => {
      for (const [at, field] of fields.entries()) {
        const draft = drafts[at] ?? '';
        if (draft !== '' && field.value === '') typeInto(field, draft);
      }
    });
    // Before the fields are gone, whichever way the dialog closes.
    return () => {
      for (const field of fields) storeDraft(viewerId, nameOf(field), sending.current ? '' : field.value);
    };
  }, [viewerId, about]);
  return <span ref={place} hidden />;
}

function textFields(form: HTMLFormElement | null): TextField[] {
  const fields = [...(form?.querySelectorAll<TextField>('input, textarea') ?? [])];
  return fields.filter((field) => field.name !== '' && isText(field));
}
