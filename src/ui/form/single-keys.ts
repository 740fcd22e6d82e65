const key = 'singleKeys';

/**
 * Whether `/` and `?` are listened to. Whoever speaks to their device, or rests a hand on the keys, turns them off
 * (WCAG 2.1.4). Kept by the browser and not with the account: it is about the device in front of the person.
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

/** The search's `/` is drawn where it does something. */
export function markSingleKeys(): void {
  document.documentElement.toggleAttribute('data-no-keys', !hasSingleKeys());
}
