const key = 'singleKeys';

/**
 * Whether the shortcuts `/` and `?` are on. Users of speech input turn them off (WCAG 2.1.4). Stored in the browser,
 * not with the account, because it depends on the device.
 */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // A browser that refuses storage goes on listening.
  }
  markSingleKeys();
}

/** The search's `/` hint is rendered where the shortcut works. */
export function markSingleKeys(): void {
  document.documentElement.toggleAttribute('data-no-keys', !hasSingleKeys());
}
