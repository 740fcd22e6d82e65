import type { ComponentProps } from 'react';
import { formatNumber } from '#kernel/format.ts';
import { TextArea, TextInput } from '#ui/form/field.tsx';
import { profileLimits } from '../model/messages.ts';
import { usernameMax, usernameMin } from '../profile/username.rules.ts';

type FieldProps = Omit<ComponentProps<typeof TextInput>, 'label' | 'name'>;

/** `also`: the page's hint beside the rule. */
export function UsernameField({ also = '', ...props }: FieldProps & { also?: string }) {
  return (
    <TextInput
      label="Username"
      name="username"
      required
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      help={`Everyone can see it. ${usernameMin} to ${usernameMax} letters, digits and underscores. ${also}`.trim()}
      {...props}
    />
  );
}

export function LocationField(props: FieldProps) {
  return (
    <TextInput
      label="Location"
      name="location"
      required
      autoComplete="address-level2"
      maxLength={profileLimits.location}
      help="Town and country that you ship from."
      {...props}
    />
  );
}

export function DisplayNameField(props: FieldProps) {
  return (
    <TextInput
      label="Display name"
      name="displayName"
      dir="auto"
      autoComplete="name"
      maxLength={profileLimits.displayName}
      {...props}
    />
  );
}

export function BioField(props: Omit<ComponentProps<typeof TextArea>, 'label' | 'name'>) {
  return (
    <TextArea
      label="About you"
      name="bio"
      dir="auto"
      help={`For example your collection, packaging and shipping days. Up to ${formatNumber(profileLimits.bio)} characters.`}
      {...props}
    />
  );
}
