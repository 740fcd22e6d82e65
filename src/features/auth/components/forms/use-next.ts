import { type RefObject, useEffect, useRef } from 'react';
import { isOnTheWay } from '../../redirect/redirect-record.ts';
import { findIntent, replayNow, saveIntent } from '../../redirect/redirect-storage.ts';

/**
 * Keeps a sign-in form's hidden `next` in step with the saved intent. The page that a guard sent here is saved as an
 * intent of its own, unless the visitor was about to do something on that very page. A page on the way (the link of a
 * verification mail) comes first and leaves the intent as it is. One that grew too old while the form stood leads to
 * the dashboard. `uid`: who is signed in already, and only has to complete the profile.
 */
export function useNext(
  next: string | null,
  uid?: string,
): { field: RefObject<HTMLInputElement | null>; update: () => void } {
  const field = useRef<HTMLInputElement>(null);
  const isSaved = useRef(false);
  useEffect(() => {
    if (next && !isOnTheWay(next) && findIntent()?.path !== next) saveIntent('route_guard_redirect', next);
    isSaved.current = findIntent() !== null;
  }, [next]);
  const update = () => {
    if (!field.current || (next && isOnTheWay(next))) return;
    const record = findIntent();
    // Claimed by a member whose session ended on the way: it waits for them, and leads nobody else.
    if (record && record.uid !== undefined && record.uid !== uid) return;
    if (record) field.current.value = replayNow(record).to;
    else if (isSaved.current) field.current.value = '/dashboard';
  };
  return { field, update };
}
