import { type FormEvent, useRef } from 'react';
import { useNavigation } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { type Checks, useFormChecks } from '#ui/form/form-checks.ts';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { useCreationTries } from './use-creation-tries.ts';
import { useNext } from './use-next.ts';

interface CreationForm {
  /** The page's own address. */
  at: string;
  checks: Checks;
  next: string | null;
  /** The id of the member who is already signed in. */
  uid?: string;
}

/**
 * The form that creates an account or its profile: validated here first, retried on network failure, and redirected to
 * the saved intent.
 */
export function useCreationForm({ at, checks, next, uid }: CreationForm) {
  const { problem, values } = useFormAnswer<FormAnswer>() ?? {};
  const { errors, attempt, props } = useFormChecks(checks, problem);
  const form = useRef<HTMLFormElement>(null);
  const tries = useCreationTries(problem, form);
  const { field, update } = useNext(next, uid);
  const busy = useNavigation().formAction?.startsWith(at) ?? false;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    tries.onSubmit();
    props.onSubmit(event);
    update();
  };
  const { isAgain, said } = tries;
  return {
    form: { ...props, ref: form, onSubmit, errors, problem: tries.problem, attempt: tries.attempt ?? attempt, busy },
    values,
    errors,
    next: { field, update },
    isAgain,
    said,
  };
}
