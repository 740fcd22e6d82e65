import { TextInput } from '#ui/field.tsx';

export interface CodeFieldProps {
  kind: 'app' | 'recovery';
  error: string | undefined;
  autoFocus?: boolean;
}

/** One field for the whole code, so that pasting, password managers and what a phone offers all work; spaces in it do no harm. */
export function CodeField({ kind, error, autoFocus = false }: CodeFieldProps) {
  const isApp = kind === 'app';
  return (
    <TextInput
      // Another field: what was typed for the one is nothing for the other.
      key={kind}
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
      className="h-12 font-mono text-[20px] tracking-[.2em]"
      help={isApp ? 'From your authenticator app. It changes every 30 seconds.' : 'One of the ten that you kept. Each is good once.'}
      error={error}
    />
  );
}

/** The field's check before the form is sent. */
export const codeCheck = (value: string) => (value.trim() === '' ? 'Enter the code.' : undefined);
