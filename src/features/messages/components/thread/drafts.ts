/**
 * A member's unsent text in a thread, in this tab's session storage: survives a reload, and is removed when it is sent,
 * at sign-out, or with the tab.
 */
const keyOf = (viewerId: string, threadId: string) => `draft ${viewerId} ${threadId}`;

export function readDraft(viewerId: string, threadId: string): string {
  return withSession((session) => session.getItem(keyOf(viewerId, threadId))) ?? '';
}

/** Spaces alone are no draft. */
export function storeDraft(viewerId: string, threadId: string, text: string): void {
  withSession((session) =>
    text.trim() === ''
      ? session.removeItem(keyOf(viewerId, threadId))
      : session.setItem(keyOf(viewerId, threadId), text),
  );
}

/** A browser without storage loses drafts only. */
function withSession<T>(work: (session: Storage) => T): T | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
