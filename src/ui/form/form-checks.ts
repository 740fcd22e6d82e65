import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';

/** Says what is wrong with a value in a sentence, or nothing. Sees the whole form for checks that compare. */
export type Check = (value: string, form: FormData) => string | undefined;
export type Checks = Record<string, Check>;
export type Sentences = Record<string, string>;

/** Every check of a form at once: sentence by field name. */
export function runChecks(checks: Checks, form: FormData): Sentences {
  const errors: Sentences = {};
  for (const [name, check] of Object.entries(checks)) {
    const said = check(String(form.get(name) ?? ''), form);
    if (said) errors[name] = said;
  }
  return errors;
}

/** The errors after a field was checked again: with its new sentence, or without one for it. */
export function withResult(errors: Sentences, name: string, said: string | undefined): Sentences {
  if (said === errors[name]) return errors;
  const { [name]: _before, ...others } = errors;
  return said ? { ...others, [name]: said } : others;
}

/**
 * The errors after a field lost focus. The server's error about a value that passes the check remains, since the value
 * was not edited.
 */
export function whenLeft(
  errors: Sentences,
  answer: Sentences | undefined,
  name: string,
  said: string | undefined,
): Sentences {
  const isOfServer = errors[name] !== undefined && errors[name] === answer?.[name];
  return isOfServer && !said ? errors : withResult(errors, name, said);
}

/**
 * Checks as people expect them: a field when it is left, again while typing once it has an error, all of them on
 * submit. The server's answer (`problem`) shows until the field is typed in. Spread `props` on the form, which carries
 * `noValidate`.
 */
export function useFormChecks(checks: Checks, problem: { errors?: Sentences | undefined } | undefined) {
  // Together, since what waits for the end of a press must find the answer that has come meanwhile.
  const [{ errors, seen }, setStand] = useState({ errors: problem?.errors ?? {}, seen: problem });
  const [attempt, setAttempt] = useState(0);
  if (seen !== problem) {
    setStand({ errors: seen?.errors === problem?.errors ? errors : (problem?.errors ?? {}), seen: problem });
    if (problem) setAttempt(attempt + 1);
  }
  const setErrors = (after: (before: Sentences, answer: Sentences | undefined) => Sentences) =>
    setStand((before) => ({ ...before, errors: after(before.errors, before.seen?.errors) }));

  const afterPress = useAfterPress();
  const check = (form: HTMLFormElement, name: string) => {
    const data = new FormData(form);
    return checks[name]?.(String(data.get(name) ?? ''), data);
  };
  return {
    errors,
    /** Changes with each refused try, of these checks or of the server. Give it to `ErrorSummary`. */
    attempt,
    props: {
      noValidate: true,
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        const { name, value } = event.target as unknown as HTMLInputElement;
        // Leaving an empty field is not yet a mistake; submitting it is.
        if (!name || !value) return;
        const form = event.currentTarget;
        afterPress(() => setErrors((before, answer) => whenLeft(before, answer, name, check(form, name))));
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement;
        if (!name || !errors[name]) return;
        const said = check(event.currentTarget, name);
        setErrors((before) => withResult(before, name, said));
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        const found = runChecks(checks, new FormData(event.currentTarget));
        setErrors(() => found);
        if (Object.keys(found).length === 0) return;
        event.preventDefault();
        setAttempt((before) => before + 1);
      },
    },
  };
}

/**
 * Does something now or, while a button of the mouse is down, after it was let go: a sentence that comes or goes in the
 * midst of a press moves what is below it away from under the pointer, and the press is lost.
 */
function useAfterPress(): (work: () => void) => void {
  const isDown = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const down = () => {
      isDown.current = true;
    };
    const up = () => {
      isDown.current = false;
      // The click that the press amounts to comes before a timer.
      setTimeout(() => {
        for (const work of waiting.current.splice(0)) work();
      });
    };
    document.addEventListener('mousedown', down, options);
    for (const type of ['mouseup', 'dragend']) document.addEventListener(type, up, options);
    return () => stop.abort();
  }, []);
  return (work) => {
    if (isDown.current) waiting.current.push(work);
    else work();
  };
}
