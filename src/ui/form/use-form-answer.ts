import { useState } from 'react';
import { useActionData, useLocation } from 'react-router';

/** The last answer of a page's form, and the location (its key) at which it came. */
interface Answered<T> {
  key: string;
  answer: T | undefined;
}

/** The answer to show now: the newest of this location, though its page has been read again since. */
export function lastAnswer<T>(last: Answered<T>, key: string, answer: T | undefined): Answered<T> {
  if (answer !== undefined && answer !== null)
    return answer === last.answer && key === last.key ? last : { key, answer };
  return key === last.key ? last : { key, answer: undefined };
}

/**
 * The action data of this page's form; it stays until the next answer or the next location. React Router drops its own
 * at each revalidation, so an update on the live channel would remove it.
 */
export function useFormAnswer<T>(): T | undefined {
  const answer = useActionData() as T | undefined;
  const { key } = useLocation();
  const [last, setLast] = useState<Answered<T>>({ key, answer });
  const now = lastAnswer(last, key, answer);
  if (now !== last) setLast(now);
  return now.answer;
}
