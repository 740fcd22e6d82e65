import { useEffect, useRef } from 'react';
import { TextInput } from '#ui/form/field.tsx';

export interface CodeFieldProps {
  kind: 'app' | 'recovery';
  error: string | undefined;
  /**
   * Changes with each refused code: the field takes the focus then, with what was typed marked. Also on arrival where
   * the page asks for this alone.
   */
  attempt?: unknown;
  autoFocus?: boolean;
  help?: string;
}

/**
 * One field for the whole code, so that pasting, password managers and what a phone offers all work; spaces in it do no
 * harm.
 */
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
      // Another field: what was typed for the one is nothing for the other.
      key={kind}
      ref={field}
      label={isApp ? 'Six-digit code' : 'Recovery code'}
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
      className="h-12 font-mono text-[20px] tracking-[.2em]"
      help={help}
      error={error}
    />
  );
}

/** The field's check before the form is sent. */
export const codeCheck = (value: string) => (value.trim() === '' ? 'Enter the code.' : undefined);
