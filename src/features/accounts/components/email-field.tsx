import type { ComponentProps } from 'react';
import { TextInput } from '#ui/field.tsx';

/** As password managers and the keyboards of phones expect it. */
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
