import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { networkError } from '#kernel/specified-texts.ts';
import { buttonClass } from '#ui/button.tsx';
import { Note } from '#ui/page/panel.tsx';
import { type GoogleAnswer, googleSentence } from '../../google/google-answers.ts';
import { openGooglePopup } from '../../google/google-popup.ts';
import { messages } from '../../model/messages.ts';

export interface GoogleButtonProps {
  label: string;
  purpose?: 'sign-in' | 'link' | 'confirm';
  /** Where to continue, from the server. */
  next: string | null;
  /** The same at the time of the click, when the browser knows better. */
  nextNow?: () => string | null;
  /** The result of a full-page flow, as a code in the page's address. */
  answer?: string | null;
  size?: 'md' | 'xl';
  /** Called on success, with the path to continue. */
  onDone(to: string): void;
}

/** A link that works without JavaScript; with it the flow runs in a popup, and errors are shown below the button. */
export function GoogleButton({
  label,
  purpose = 'sign-in',
  next,
  nextNow,
  answer,
  size = 'xl',
  onDone,
}: GoogleButtonProps) {
  const [problem, setProblem] = useState<string | null>(googleSentence(answer));
  const [busy, setBusy] = useState(false);
  const trip = useRef<AbortController | null>(null);
  useEffect(() => () => trip.current?.abort(), []);

  const press = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    trip.current?.abort();
    // The popup could only show the browser's own error page.
    if (!navigator.onLine) return setProblem(networkError);
    const current = new AbortController();
    trip.current = current;
    setProblem(null);
    setBusy(true);
    const end = await openGooglePopup(addressOf(purpose, nextNow?.() ?? next, true), current.signal);
    if (current.signal.aborted) return;
    const isDone = typeof end === 'object' && end.problem === null;
    // Signed in: the button stays busy until the next page replaces it.
    setBusy(isDone && purpose === 'sign-in');
    if (end === 'blocked') setProblem(messages.googleBlocked);
    else if (end === 'closed') setProblem(messages.googleCanceled);
    else if (end.problem !== null) setProblem(googleSentence(end.problem satisfies GoogleAnswer));
    else onDone(end.to);
  };

  const pressSpace = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    if (!event.repeat) event.currentTarget.click();
  };

  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: without script it has to be a link, since a form may not lead to Google. */}
      <a
        href={addressOf(purpose, next, false)}
        role="button"
        className={buttonClass({ size, full: size === 'xl' })}
        aria-busy={busy || undefined}
        onClick={(event) => void press(event)}
        onKeyDown={pressSpace}
      >
        <GoogleMark />
        {label}
      </a>
      <div aria-live="polite">
        {problem !== null && (
          <Note tone="danger" className="mt-3">
            {problem}
          </Note>
        )}
      </div>
    </div>
  );
}

function addressOf(purpose: string, next: string | null, isPopup: boolean): string {
  const query = new URLSearchParams({
    ...(purpose === 'sign-in' ? {} : { purpose }),
    ...(next ? { next } : {}),
    ...(isPopup ? { popup: '1' } : {}),
  });
  return `/api/auth/google${query.size > 0 ? `?${query}` : ''}`;
}

/** Google's guidelines require this logo in its own colours. */
function GoogleMark() {
  return (
    <svg width="18" height="18" viewBox="0 0 48 48" aria-hidden="true">
      <path
        fill="#EA4335"
        d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9C35.9 2.4 30.5 0 24 0 14.6 0 6.5 5.4 2.6 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M47 24.6c0-1.6-.2-3.1-.4-4.6H24v9h12.9c-.6 3-2.2 5.5-4.8 7.2l7.7 6C44.4 38 47 31.8 47 24.6z"
      />
      <path
        fill="#FBBC05"
        d="M10.5 28.6c-.5-1.5-.8-3-.8-4.6s.3-3.1.8-4.6l-8-6.2C.9 16.5 0 20.1 0 24s.9 7.5 2.6 10.8l7.9-6.2z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.7-6c-2.2 1.5-4.9 2.3-8.2 2.3-6.3 0-11.6-4.2-13.5-9.9l-8 6.2C6.5 42.6 14.6 48 24 48z"
      />
    </svg>
  );
}
