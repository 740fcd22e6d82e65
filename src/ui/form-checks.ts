import { type FocusEvent, type FormEvent, useState } from 'react';

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

/** What stands after a field was checked again: its new sentence, or the others without it. */
export function withResult(errors: Sentences, name: string, said: string | undefined): Sentences {
  if (said === errors[name]) return errors;
  const { [name]: _before, ...others } = errors;
  return said ? { ...others, [name]: said } : others;
}

/**
 * Checks as people expect them: a field when it is left, again while typing once it has an error, all of them on submit. The server's
 * answer (`serverErrors`) shows until the field is typed in. Spread `props` on the form, which carries `noValidate`.
 */
export function useFormChecks(checks: Checks, serverErrors?: Sentences) {
  const [errors, setErrors] = useState<Sentences>(serverErrors ?? {});
  const [answer, setAnswer] = useState(serverErrors);
  const [attempt, setAttempt] = useState(0);
  if (answer !== serverErrors) {
    setAnswer(serverErrors);
    setErrors(serverErrors ?? {});
    setAttempt(attempt + 1);
  }

  const again = (form: HTMLFormElement, name: string) => {
    const check = checks[name];
    const data = new FormData(form);
    setErrors((before) => withResult(before, name, check?.(String(data.get(name) ?? ''), data)));
  };
  return {
    errors,
    /** Give it to `ErrorSummary`. */
    attempt,
    props: {
      noValidate: true,
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        const { name, value } = event.target as unknown as HTMLInputElement;
        // Leaving an empty field is not yet a mistake; submitting it is.
        if (name && value) again(event.currentTarget, name);
      },
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement;
        if (name && errors[name]) again(event.currentTarget, name);
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        const found = runChecks(checks, new FormData(event.currentTarget));
        setErrors(found);
        if (Object.keys(found).length === 0) return;
        event.preventDefault();
        setAttempt((before) => before + 1);
      },
    },
  };
}
