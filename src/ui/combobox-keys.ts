export interface ComboState {
  isShown: boolean;
  /** The option that is pointed at; -1 for none. */
  active: number;
  count: number;
  hasText: boolean;
}

export type ComboMove =
  | { kind: 'open' | 'move'; active: number }
  | { kind: 'choose' }
  | { kind: 'close' }
  | { kind: 'close-quietly' }
  | { kind: 'clear' };

/** What a key does in a combobox; null leaves it to the input. `close-quietly` also lets the key do what it always does. */
export function comboKey(key: string, { isShown, active, count, hasText }: ComboState): ComboMove | null {
  switch (key) {
    case 'ArrowDown':
      if (!isShown) return { kind: 'open', active: count > 0 ? 0 : -1 };
      return count > 0 ? { kind: 'move', active: (active + 1) % count } : null;
    case 'ArrowUp':
      if (!isShown) return { kind: 'open', active: count - 1 };
      return count > 0 ? { kind: 'move', active: active <= 0 ? count - 1 : active - 1 } : null;
    case 'Enter':
      return isShown && active >= 0 ? { kind: 'choose' } : null;
    case 'Escape':
      if (isShown) return { kind: 'close' };
      return hasText ? { kind: 'clear' } : null;
    case 'Tab':
      return isShown ? { kind: 'close-quietly' } : null;
    default:
      return null;
  }
}
