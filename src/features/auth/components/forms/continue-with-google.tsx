import type { RefObject } from 'react';
import { leaveForUserChange } from '#ui/page/user-change.ts';
import { Divider } from './auth-page.tsx';
import { GoogleButton } from './google-button.tsx';

export interface ContinueWithGoogleProps {
  next: string | null;
  /** The form's hidden `next`, and what brings it up to date with the saved intent. */
  field: RefObject<HTMLInputElement | null>;
  update(): void;
  answer: string | null;
}

/** The other way in, under the form of signing in and of signing up. */
export function ContinueWithGoogle({ next, field, update, answer }: ContinueWithGoogleProps) {
  const nextNow = () => {
    update();
    return field.current?.value || null;
  };
  return (
    <>
      <Divider>or</Divider>
      {/* A whole new page: everything on it is made for the member. */}
      <GoogleButton
        label="Continue with Google"
        next={next}
        nextNow={nextNow}
        answer={answer}
        onDone={leaveForUserChange}
      />
    </>
  );
}
