import type { RefObject } from 'react';
import { leaveForUserChange } from '#ui/page/user-change.ts';
import { Divider } from './auth-page.tsx';
import { GoogleButton } from './google-button.tsx';

export interface ContinueWithGoogleProps {
  next: string | null;
  /** The form's hidden `next`, and the function that updates it from the saved intent. */
  field: RefObject<HTMLInputElement | null>;
  update(): void;
  answer: string | null;
}

/** The alternative below the sign-in and sign-up forms. */
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
