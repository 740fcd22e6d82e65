/**
 * A member's unsent text about something, such as a thread, in this tab's session storage: removed when it is sent, at
 * sign-out, or with the tab.
 */
const keyOf = (viewerId: string, about: string) => `draft ${viewerId} ${about}`;

export function readDraft(viewerId: string, about: string): string {
  return withSession((session) => session.getItem(keyOf(viewerId, about))) ?? '';
}

/** Spaces alone are no draft. */
export function storeDraft(viewerId: string, about: string, text: string): void {
  withSession((session) =>
    text.trim() === '' ? session.removeItem(keyOf(viewerId, about)) : session.setItem(keyOf(viewerId, about), text),
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
