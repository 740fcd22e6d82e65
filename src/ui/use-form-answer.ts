import { useState } from 'react';
import { useActionData, useLocation } from 'react-router';

/**
 * What the action of this page's own form answered; it stays until the next press of a form or the next place. The router's own takes it away each
 * time that the page is read afresh, so news on the live channel that come with the answer, often news of the very same deed, would wipe it off.
 */
export function useFormAnswer<T>(): T | undefined {
  const answer = useActionData() as T | undefined;
  const { key } = useLocation();
  const [kept, keep] = useState({ key, answer });
  if (answer !== undefined ? kept.answer !== answer || kept.key !== key : kept.key !== key) keep({ key, answer });
  return answer ?? (kept.key === key ? kept.answer : undefined);
}
