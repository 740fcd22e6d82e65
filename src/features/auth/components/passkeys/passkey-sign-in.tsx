import { KeyRound } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Icon } from '#ui/icon.tsx';
import { Note } from '#ui/page/panel.tsx';
import { askForPasskey, canOfferPasskeys, dropPasskeys, forgetPasskey } from '../../passkeys/late-passkeys.ts';
import type { PasskeyHindrance } from '../../passkeys/passkey-place.server.ts';
import { NoPasskeysHere } from './no-passkeys-here.tsx';

/** A challenge is valid for five minutes; a sign-in page may stay open for longer. */
const renewMs = 4 * 60_000;

export interface PasskeySignInProps {
  /** This browser has used a passkey before: it is offered first. */
  isFirst: boolean;
  hindrance: PasskeyHindrance | null;
  /** The form's hidden `next`, and the function that updates it from the saved intent. */
  field: RefObject<HTMLInputElement | null>;
  update(): void;
}

/** Sign-in with a passkey: by the button, or by autofill of the email field. */
export function PasskeySignIn({ isFirst, hindrance, field, update }: PasskeySignInProps) {
  const entry = useFetcher<FormAnswer>();
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const sent = useRef('');
  // Of several requests to the browser only the latest counts.
  const attempt = useRef(0);

  const enter = (response: string) => {
    sent.current = response;
    setProblem(null);
    update();
    void entry.submit(
      { intent: 'passkey', response, next: field.current?.value ?? '' },
      { method: 'post', action: '/auth/sign-in' },
    );
  };
  const latest = useRef(enter);
  latest.current = enter;

  const offer = useCallback(async () => {
    const mine = ++attempt.current;
    if (!(await canOfferPasskeys()) || mine !== attempt.current) return;
    const end = await askForPasskey('sign-in', true);
    if (mine === attempt.current && end.kind === 'answered') latest.current(end.response);
  }, []);

  const isAvailable = hindrance === null;
  useEffect(() => {
    if (!isAvailable || asking) return;
    void offer();
    const renew = setInterval(() => void offer(), renewMs);
    return () => clearInterval(renew);
  }, [isAvailable, asking, offer]);
  useEffect(
    () => () => {
      attempt.current++;
      dropPasskeys();
    },
    [],
  );
  const refused = entry.data?.problem;
  useAnswer(entry, (answer) => {
    if (!answer.problem) return;
    if (answer.problem.code === 'passkey_unknown') forgetPasskey(sent.current);
    void offer();
  });

  const press = async () => {
    const mine = ++attempt.current;
    setAsking(true);
    setProblem(null);
    const end = await askForPasskey('sign-in');
    if (mine !== attempt.current) return;
    setAsking(false);
    if (end.kind === 'answered') enter(end.response);
    else if (end.kind === 'failed') setProblem(end.message);
  };

  if (hindrance) return <NoPasskeysHere hindrance={hindrance} path="/auth/sign-in" quiet />;
  const said = problem ?? (entry.state === 'idle' && !asking ? refused?.message : undefined);
  return (
    <div className="noscript:hidden">
      <Button
        kind={isFirst ? 'primary' : 'default'}
        size="xl"
        full
        busy={asking || entry.state !== 'idle'}
        onClick={() => void press()}
      >
        {!asking && entry.state === 'idle' && <Icon of={KeyRound} size={18} />}
        Sign in with a passkey
      </Button>
      <div aria-live="polite">
        {said && (
          <Note tone="danger" className="mt-3">
            {said}
          </Note>
        )}
      </div>
    </div>
  );
}
