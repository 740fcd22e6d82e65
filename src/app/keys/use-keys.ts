import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { isTyping } from '#ui/form/search-box.tsx';
import { hasSingleKeys } from '#ui/form/single-keys.ts';

/** The dialog that a key opens: the list of all keys, or the search with commands. */
export type KeyDialog = 'keys' | 'commands';

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'timeStamp'>;

/** `?` where nothing is typed and single keys are on, and Ctrl-K (⌘K) everywhere but in an open dialog. */
export function dialogOfKey(event: Omit<Press, 'timeStamp'>): KeyDialog | null {
  if (event.altKey || event.isComposing) return null;
  const isHeld = event.ctrlKey || event.metaKey;
  if (!isHeld) return event.key === '?' ? 'keys' : null;
  return event.key.toLowerCase() === 'k' && !event.shiftKey ? 'commands' : null;
}

/** The pages of `g` and a letter. */
export const pagesOfG: Readonly<Record<string, { to: string; name: string }>> = {
  h: { to: '/', name: 'Home' },
  b: { to: '/browse', name: 'Browse' },
  w: { to: '/wanted', name: 'Wanted' },
  d: { to: '/dashboard', name: 'Dashboard' },
  o: { to: '/orders', name: 'Orders' },
  m: { to: '/messages', name: 'Messages' },
  s: { to: '/settings', name: 'Settings' },
};

/** How long `g` waits for its letter. */
const letterWithinMs = 1_500;

/** The page that a key leads to: `n`, or a letter after `g`. */
export function pageOfKey(event: Press, gPressedAt: number | null): string | null {
  if (!isSingle(event)) return null;
  if (gPressedAt !== null && event.timeStamp - gPressedAt <= letterWithinMs) {
    const page = Object.entries(pagesOfG).find(([letter]) => letter === event.key)?.[1];
    if (page) return page.to;
  }
  return event.key === 'n' ? '/listings/create' : null;
}

function isSingle({ ctrlKey, metaKey, altKey, shiftKey, isComposing }: Press): boolean {
  return !(ctrlKey || metaKey || altKey || shiftKey || isComposing);
}

/** The field that `e` edits: that of the table row with the focus. */
function fieldOfRow(target: EventTarget | null): HTMLInputElement | null {
  const row = target instanceof Element ? target.closest('tr') : null;
  return row?.querySelector<HTMLInputElement>('input[aria-keyshortcuts="e"]') ?? null;
}

/** Listens from the first render; the dialogs are fetched when first opened. */
export function useKeys(): [dialog: KeyDialog | null, ask: (dialog: KeyDialog | null) => void] {
  const [dialog, ask] = useState<KeyDialog | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    let gPressedAt: number | null = null;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const by = dialogOfKey(event);
      const isOff = isTyping(event.target) || !hasSingleKeys();
      if (by !== null) {
        if (by === 'keys' && isOff) return;
        event.preventDefault();
        ask(by);
        return;
      }
      if (isOff) return;
      const page = pageOfKey(event, gPressedAt);
      gPressedAt = event.key === 'g' && isSingle(event) ? event.timeStamp : null;
      const field = event.key === 'e' && isSingle(event) ? fieldOfRow(event.target) : null;
      if (page === null && !field) return;
      event.preventDefault();
      field?.select();
      if (page !== null) void navigate(page);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [navigate]);
  return [dialog, ask];
}
