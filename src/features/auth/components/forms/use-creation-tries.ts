import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PageProblem } from '#platform/http/page.ts';
import { messages } from '../../model/messages.ts';
import { creationPolicy, pauseAfterTry } from '../../sign-up/creation-tries.ts';

/**
 * Retries the form that creates a profile on network failure: the server processes it once, however often it is sent.
 * Typed text stays and may be edited between retries. Attach `onSubmit` to the form, before its own checks.
 */
export function useCreationTries(problem: PageProblem | undefined, form: RefObject<HTMLFormElement | null>) {
  const [failed, setFailed] = useState(0);
  const [seen, setSeen] = useState(problem);
  const isOwnPress = useRef(false);
  const isNetwork = problem?.code === 'network';
  if (seen !== problem) {
    setSeen(problem);
    setFailed(isNetwork ? failed + 1 : 0);
  }
  const pause = isNetwork && failed > 0 ? pauseAfterTry(failed) : null;

  useEffect(() => {
    if (pause === null) return;
    const timer = setTimeout(() => {
      isOwnPress.current = true;
      form.current?.requestSubmit();
      isOwnPress.current = false;
    }, pause);
    return () => clearTimeout(timer);
  }, [pause, form]);

  const isOver = isNetwork && failed >= creationPolicy.tries;
  return {
    /** The user's own submit resets the count. */
    onSubmit: () => {
      if (!isOwnPress.current) setFailed(0);
    },
    /** The last attempt got no answer, and may have succeeded. */
    isAgain: isNetwork,
    problem: problem && isOver ? { ...problem, message: messages.profileFailed } : problem,
    /** Takes the focus at the first failure and after the last one, not in between: the user may be typing. */
    attempt: isNetwork ? (isOver ? 'over' : 'trying') : problem,
    said: pause === null ? '' : `Trying again, ${failed + 1} of ${creationPolicy.tries}…`,
  };
}
