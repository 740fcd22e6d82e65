import { type RefObject, useLayoutEffect } from 'react';

export type TextField = HTMLInputElement | HTMLTextAreaElement;

const textTypes = /^(text|search|url|tel|password)$/;

/**
 * Reports to React what a person typed or ticked in the fields of `container` before the page was hydrated. React keeps
 * such values in the document but calls no handler for them, so a field whose value React holds would lose them.
 */
export function useEarlyInput(container: RefObject<HTMLElement | null>): void {
  // Before the next render, which sets React's own value in the field.
  useLayoutEffect(() => {
    const fields = [...(container.current?.querySelectorAll<TextField>('input, textarea') ?? [])];
    const changes = fields.filter(isChanged).map(changeOf);
    // The changes wait for the end of this commit: React handles each event at once only outside of its own work.
    if (changes.length === 0) return;
    queueMicrotask(() => {
      for (const change of changes) change();
    });
  }, [container]);
}

function isChanged(field: TextField): boolean {
  if (isBox(field)) return field.checked && !field.defaultChecked;
  return isText(field) && field.value !== field.defaultValue;
}

/** Replaces the text of a field as a person would, so that React calls the handlers. */
export function typeInto(field: TextField, text: string): void {
  field.setRangeText(text, 0, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const isBox = (field: TextField): field is HTMLInputElement => /^(checkbox|radio)$/.test(field.type);
export const isText = (field: TextField) => field instanceof HTMLTextAreaElement || textTypes.test(field.type);

/** What does the same change once more, from the value that the server sent, by the browser's own editing functions. */
function changeOf(field: TextField): () => void {
  if (isBox(field)) {
    return () => {
      field.checked = false;
      field.click();
    };
  }
  const { value, selectionStart, selectionEnd } = field;
  return () => {
    field.value = field.defaultValue;
    field.setRangeText(value, 0, field.value.length, 'end');
    field.setSelectionRange(selectionStart, selectionEnd);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
}
