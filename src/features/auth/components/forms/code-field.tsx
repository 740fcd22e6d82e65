import { useEffect, useRef } from 'react';
import { TextInput } from '#ui/form/field.tsx';

export interface CodeFieldProps {
  kind: 'app' | 'recovery';
  error: string | undefined;
  /**
   * Changes with each refused code: the field is then focused and its text selected. Also on mount when the page has
   * this field alone.
   */
  attempt?: unknown;
  autoFocus?: boolean;
  help?: string;
}

/** One field for the whole code, so that pasting, password managers and SMS suggestions work; spaces are ignored. */
export function CodeField({ kind, error, attempt, autoFocus = false, help }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isApp = kind === 'app';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is the signal
  useEffect(() => {
    if (error === undefined) return;
    field.current?.focus();
    field.current?.select();
  }, [attempt]);
  return (
    <TextInput
      // Another field: text typed for one kind of code does not fit the other.
      key={kind}
      ref={field}
      label={isApp ? '6-digit code' : 'Recovery code'}
      name="code"
      mark={false}
      required
      inputMode={isApp ? 'numeric' : 'text'}
      autoComplete={isApp ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="go"
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
      className="h-12 font-mono text-[1.25rem] tracking-[.2em]"
      help={help}
      error={error}
    />
  );
}

/** Validates the field before the form is sent. */
export const codeCheck = (value: string) => (value.trim() === '' ? 'Enter the code.' : undefined);
