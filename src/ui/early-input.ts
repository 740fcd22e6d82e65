import { type RefObject, useEffect } from 'react';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const textTypes = /^(text|search|url|tel|password)$/;

/**
 * Reports to React what a person typed or ticked in the fields of `container` before the page was hydrated. React keeps
 * such values in the document but calls no handler for them, so a field whose value React holds would lose them.
 */
export function useEarlyInput(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const fields = [...(container.current?.querySelectorAll<TextField>('input, textarea') ?? [])].filter(isChanged);
    if (fields.length === 0) return;
    // After the effects of this commit: React handles each event at once only outside of its own work.
    queueMicrotask(() => {
      for (const field of fields) report(field);
    });
  }, [container]);
}

function isChanged(field: TextField): boolean {
  if (isBox(field)) return field.checked && !field.defaultChecked;
  return isText(field) && field.value !== field.defaultValue;
}

const isBox = (field: TextField): field is HTMLInputElement => /^(checkbox|radio)$/.test(field.type);
const isText = (field: TextField) => field instanceof HTMLTextAreaElement || textTypes.test(field.type);

/** The same change once more, from the value that the server sent, by the browser's own editing functions. */
function report(field: TextField): void {
  if (isBox(field)) {
    field.checked = false;
    field.click();
    return;
  }
  const { value, selectionStart, selectionEnd } = field;
  field.value = field.defaultValue;
  field.setRangeText(value, 0, field.value.length, 'end');
  field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
