import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useToken } from '#platform/realtime/client/react.tsx';
import { Button } from '#ui/button.tsx';
import { browserCheck } from '../browser/browser-check.ts';
import type { PremiumCheck } from '../browser/premium-check.ts';

/** While a payment is not confirmed: checks once on mount, then on request, and reloads the page as soon as it is. */
export function PendingPlan({ userId }: { userId: string }) {
  const { revalidate } = useRevalidator();
  const token = useToken();
  const [check, setCheck] = useState<PremiumCheck | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!token) return;
    const made = browserCheck(token);
    setCheck(made);
    void made.refresh(userId).then(({ isPremium }) => (isPremium ? revalidate() : undefined));
  }, [userId, revalidate, token]);
  if (!check) return null;
  const look = async () => {
    setBusy(true);
    await check.refresh(userId);
    // Also where the answer is no: the page itself reads Stripe once more.
    await revalidate();
    setBusy(false);
  };
  return (
    <Button busy={busy} busyLabel="Checking…" onClick={() => void look()}>
      Check status
    </Button>
  );
}
