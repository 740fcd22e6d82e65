import { useEffect, useState } from 'react';
import { isTyping } from '#ui/form/search-box.tsx';
import { hasSingleKeys } from '#ui/form/single-keys.ts';

/** The dialog that a key opens: the list of all keys, or the search with commands. */
export type KeyDialog = 'keys' | 'commands';

/** `?` where nothing is typed and single keys are on, and Ctrl-K (⌘K) everywhere but in an open dialog. */
export function dialogOfKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>,
): KeyDialog | null {
  if (event.altKey || event.isComposing) return null;
  const isHeld = event.ctrlKey || event.metaKey;
  if (!isHeld) return event.key === '?' ? 'keys' : null;
  return event.key.toLowerCase() === 'k' && !event.shiftKey ? 'commands' : null;
}

/** Listens from the first render; the dialogs are fetched when first opened. */
export function useKeys(): [dialog: KeyDialog | null, ask: (dialog: KeyDialog | null) => void] {
  const [dialog, ask] = useState<KeyDialog | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const by = dialogOfKey(event);
      if (
        by === null ||
        event.defaultPrevented ||
        document.querySelector('dialog[open]') ||
        (by === 'keys' && (isTyping(event.target) || !hasSingleKeys()))
      )
        return;
      event.preventDefault();
      ask(by);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return [dialog, ask];
}
