import { useEffect, useState } from 'react';
import { useFetcher, useRevalidator } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import type { WayInView } from '../model/security.contract.ts';
import { stepUpPath } from '../step-up/step-up.rules.ts';
import { GoogleButton } from './forms/google-button.tsx';

export interface WaysInPanelProps {
  /** The member's id. */
  account: string;
  ways: (WayInView & { since: string })[];
  /** The Google account that was just proven and is not linked yet. */
  offer: string | null;
  /** Whether the member has a step-up within the last ten minutes. */
  isSteppedUp: boolean;
  answer: string | null;
  /** Including passkeys, which have their own panel. */
  isLastWayIn: boolean;
}

/** The member's sign-in methods: list, link, remove all but the last. */
export function WaysInPanel({ account, ways, offer, isSteppedUp, answer, isLastWayIn }: WaysInPanelProps) {
  // One for both actions, so that the shown result is of the last one.
  const change = useFetcher<FormAnswer>();
  const { problem, saved } = change.data ?? {};
  const { revalidate } = useRevalidator();
  // After the popup has proven a Google account, the page's data must be reloaded to show which.
  const [isProven, setProven] = useState(false);
  const proven = () => void revalidate().then(() => setProven(true));
  const link = { intent: 'link-google', email: offer ?? '', currentUserId: account };
  useEffect(() => {
    if (!isProven || link.email === '') return;
    setProven(false);
    void change.submit(link, { method: 'post', action: '/settings/security' });
  });
  return (
    <Panel title="Sign-in methods" note="You can use any of these to sign in.">
      <div aria-live="polite">
        {problem && (
          <Note tone="danger" className="mb-4">
            {problem.message}
          </Note>
        )}
        {!problem && saved && (
          <Note tone="success" className="mb-4">
            {saved}
          </Note>
        )}
      </div>
      <ul className="grid">
        {ways.map((way) => (
          <li key={way.id} className="flex flex-wrap items-center justify-between gap-3 border-t border-border py-3">
            <div className="min-w-0">
              <p className="font-semibold">{way.providerId === 'credential' ? 'Password' : 'Google'}</p>
              <p className="dim text-[0.8125rem] wrap-anywhere">
                {way.email ? `${way.email} · ` : ''}added <time dateTime={way.createdAt}>{way.since}</time>
              </p>
            </div>
            {way.providerId === 'google' && !isLastWayIn && (
              <change.Form method="post" action="/settings/security">
                <input type="hidden" name="intent" value="unlink-google" />
                <input type="hidden" name="id" value={way.id} />
                <Button type="submit" size="sm" aria-label={`Unlink Google ${way.email ?? ''}`}>
                  Unlink Google
                </Button>
              </change.Form>
            )}
          </li>
        ))}
      </ul>
      {offer !== null && change.state === 'idle' && (
        <change.Form
          method="post"
          action="/settings/security"
          className="my-3 flex flex-wrap items-center justify-between gap-3"
        >
          <p>
            Link <strong>{offer}</strong> to this account?
          </p>
          {Object.entries(link).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" kind="primary">
            Link this Google account
          </Button>
        </change.Form>
      )}
      {isSteppedUp ? (
        <div className="mt-3">
          <GoogleButton
            label="Link a Google account"
            purpose="link"
            next="/settings/security"
            size="md"
            answer={answer}
            onDone={proven}
          />
        </div>
      ) : (
        <div className="mt-3">
          <ButtonLink to={stepUpPath('/settings/security')}>Link a Google account…</ButtonLink>
          <p className="dim mt-2 text-[0.8125rem]">We’ll ask you to verify your identity first.</p>
        </div>
      )}
    </Panel>
  );
}
