import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PageProblem } from '#platform/http/page.ts';
import { messages } from '../../model/messages.ts';
import { creationPolicy, pauseAfterTry } from '../../sign-up/creation-tries.ts';

/**
 * Sends the form that makes a profile again by itself where the network failed: the server takes it once, however often
 * it is sent. What was typed stays, and may be changed meanwhile. Put `onSubmit` on the form, before its own checks.
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
    /** The person's own press begins to count anew. */
    onSubmit: () => {
      if (!isOwnPress.current) setFailed(0);
    },
    /** No answer came to the last one, which may have been carried out all the same. */
    isAgain: isNetwork,
    problem: problem && isOver ? { ...problem, message: messages.profileFailed } : problem,
    /** Takes the focus at the first failure and when it is given up, not in between: somebody may be typing. */
    attempt: isNetwork ? (isOver ? 'over' : 'trying') : problem,
    said: pause === null ? '' : `Trying again, ${failed + 1} of ${creationPolicy.tries}…`,
  };
}
