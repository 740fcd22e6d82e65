import type { ComponentProps, ReactNode, Ref } from 'react';
import { Form, type FormProps } from 'react-router';
import type { PageProblem } from '#platform/http/page.ts';
import { Button, type ButtonKind } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextInput } from '#ui/form/field.tsx';

export interface AuthFormProps extends FormProps {
  ref?: Ref<HTMLFormElement>;
  /** Sentences by field, of the page's own checks and of the server. */
  errors: Record<string, string>;
  problem: PageProblem | undefined;
  /** Changes with each refused attempt. */
  attempt: unknown;
  busy: boolean;
  submit: string;
  busyLabel: string;
  kind?: ButtonKind;
  children: ReactNode;
}

/** The form of a sign-in page: the refusal at the top, one wide button at the end. */
export function AuthForm({
  errors,
  problem,
  attempt,
  busy,
  submit,
  busyLabel,
  kind = 'primary',
  children,
  ...form
}: AuthFormProps) {
  return (
    <Form method="post" {...form}>
      <ErrorSummary errors={errors} message={problem?.errors ? undefined : problem?.message} attempt={attempt} />
      {children}
      <Button type="submit" kind={kind} size="xl" full busy={busy} busyLabel={busyLabel} className="mt-6">
        {submit}
      </Button>
    </Form>
  );
}

/** Attributes that password managers and phone keyboards expect. */
export function EmailField(props: Omit<ComponentProps<typeof TextInput>, 'label' | 'name'>) {
  return (
    <TextInput
      label="Email"
      name="email"
      type="email"
      mark={false}
      required
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
