import { type RefObject, useEffect, useRef } from 'react';
import { findIntent, replayNow, saveIntent } from '../redirect-storage.ts';

/**
 * Keeps a sign-in form's hidden `next` in step with the saved intent. The page that a guard sent here is saved as an intent of its own, unless
 * the visitor was about to do something on that very page. An intent that grew too old while the form stood leads to the dashboard.
 */
export function useNext(next: string | null): { field: RefObject<HTMLInputElement | null>; update: () => void } {
  const field = useRef<HTMLInputElement>(null);
  const isSaved = useRef(false);
  useEffect(() => {
    if (next && findIntent()?.path !== next) saveIntent('route_guard_redirect', next);
    isSaved.current = findIntent() !== null;
  }, [next]);
  const update = () => {
    if (!field.current) return;
    const record = findIntent();
    if (record) field.current.value = replayNow(record).to;
    else if (isSaved.current) field.current.value = '/dashboard';
  };
  return { field, update };
}
