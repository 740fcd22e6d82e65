/** Something that waits for the page's script. */
export interface Kept {
  on: EventTarget;
  play(): void;
  /** What the browser does without a script, if that is something. */
  native?(): void;
}

const buttons = 'button, input[type=submit], input[type=image], input[type=button], [role=button], [role=tab], [role=switch], [role=menuitem]';

/** A press that only a script understands: on a button that sends no form, or one whose form changes something. */
export function keptPress(event: MouseEvent): Kept | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const on = event.target instanceof Element ? event.target.closest<HTMLButtonElement>(buttons) : null;
  if (!on || on.matches('a[href], [popovertarget], [commandfor], :disabled')) return null;
  const play = () => on.click();
  const { form } = on;
  if (!form || /^(button|reset)$/.test(on.type)) return { on, play };
  return isByBrowser(form) ? null : { on, play, native: () => form.requestSubmit(on) };
}

/** A form that is sent by a key, without a button. */
export function keptSubmit({ target, submitter }: SubmitEvent): Kept | null {
  if (!(target instanceof HTMLFormElement) || isByBrowser(target)) return null;
  return { on: target, play: () => target.requestSubmit(submitter), native: () => target.submit() };
}

/** A search is an address, and a dialog that closes itself needs nobody. */
const isByBrowser = (form: HTMLFormElement) => form.method !== 'post';

/** A shortcut: one key outside of what is being typed. */
export function keptKey(event: KeyboardEvent): Kept | null {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey, code } = event;
  if (ctrlKey || metaKey || altKey || key === ' ' || key.length !== 1 || !target) return null;
  if (target instanceof Element && target.closest('input, select, textarea, [contenteditable]')) return null;
  const again = () => target.dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }));
  // Without a script a shortcut means nothing, and no page is loaded anew for it.
  return { on: target, play: again, native: () => {} };
}

/** What tells React of a box that was ticked, or a menu that was opened, before it looked: the same change once more, so that it sees one. */
export function follow(field: EventTarget): () => void {
  if (field instanceof HTMLElement && field.matches('details, [popover]')) return () => toggleAgain(field);
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    const { checked } = field;
    return () => {
      field.checked = !checked;
      field.click();
    };
  }
  return () => void field.dispatchEvent(new Event('change', { bubbles: true }));
}

type TextField = HTMLInputElement | HTMLTextAreaElement;
export const isText = (field: EventTarget): field is TextField =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && !/^(checkbox|radio|file|hidden|submit|button|reset|image)$/.test(field.type));

function toggleAgain(part: HTMLElement): void {
  const isOpen = part instanceof HTMLDetailsElement ? part.open : part.matches(':popover-open');
  const [oldState, newState] = isOpen ? ['closed', 'open'] : ['open', 'closed'];
  part.dispatchEvent(new ToggleEvent('toggle', { oldState, newState }));
}

/**
 * What stands in the field, with its caret, as it was typed last: a field whose value React holds may be empty again by the time it listens. React compares with
 * the value that was last set on the element itself; the prototype's way round it is how a person types. Whoever has left the field meanwhile has that told as well.
 */
export function typedInto(field: TextField): () => void {
  const now = () => ({ value: field.value, from: field.selectionStart, to: field.selectionEnd });
  let [last, isHeard] = [now(), false];
  const until = new AbortController();
  // Until it is told: a part that is fetched by itself comes late, and is typed into meanwhile.
  const hear = () => ([last, isHeard] = [now(), true]);
  field.addEventListener('input', hear, { signal: until.signal });
  return () => {
    until.abort();
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, last.value);
    // Fields of some types have no caret that could be set.
    if (last.from !== null) field.setSelectionRange(last.from, last.to);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    if (isHeard && document.activeElement !== field) queueMicrotask(() => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  };
}
