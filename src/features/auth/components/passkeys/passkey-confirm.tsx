import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Note } from '#ui/page/panel.tsx';
import { askForPasskey, dropPasskeys } from '../../passkeys/late-passkeys.ts';

/** Confirms with one of the member's own passkeys; the page's action redirects to `next`. */
export function PasskeyConfirm({ next, isFirst }: { next: string; isFirst: boolean }) {
  const proof = useFetcher<FormAnswer>();
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      dropPasskeys();
    };
  }, []);

  const press = async () => {
    setAsking(true);
    setProblem(null);
    const end = await askForPasskey('step-up');
    if (isGone.current) return;
    setAsking(false);
    if (end.kind === 'answered')
      void proof.submit(
        { intent: 'passkey', response: end.response, next },
        { method: 'post', action: '/settings/security/confirm' },
      );
    else if (end.kind === 'failed') setProblem(end.message);
  };
  const isBusy = asking || proof.state !== 'idle';
  const said = problem ?? (isBusy ? undefined : proof.data?.problem?.message);
  return (
    <div className="noscript:hidden">
      <Button kind={isFirst ? 'primary' : 'default'} size="xl" full busy={isBusy} onClick={() => void press()}>
        {!isBusy && <Icon of={KeyRound} size={18} />}
        Verify with a passkey
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
