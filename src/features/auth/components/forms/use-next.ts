import { type RefObject, useEffect, useRef } from 'react';
import { isOnTheWay } from '../../redirect/redirect-record.ts';
import { findIntent, replayNow, saveIntent } from '../../redirect/redirect-storage.ts';

/**
 * Synchronises a sign-in form's hidden `next` with the saved intent. A page from which a guard redirected is saved as
 * an intent, unless the visitor has an intent for that same page. An intermediate page (the link of a verification
 * email) takes precedence and leaves the intent unchanged. An intent that expires while the form is open leads to the
 * dashboard. `uid`: the signed-in member who only has to complete the profile.
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
    // Claimed by a member whose session ended meanwhile: it waits for them, and applies to no other member.
    if (record && record.uid !== undefined && record.uid !== uid) return;
    if (record) field.current.value = replayNow(record).to;
    else if (isSaved.current) field.current.value = '/dashboard';
  };
  return { field, update };
}
