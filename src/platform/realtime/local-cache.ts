/** Pages keep what they may show again under `cache:`; nothing else of the browser's storage is touched. */
export function clearLocalCache(): void {
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = window[kind];
      for (const key of Object.keys(storage)) if (key.startsWith('cache:')) storage.removeItem(key);
    } catch {
      // A browser that refuses its storage keeps nothing there, and the connection must go on.
    }
  }
}
