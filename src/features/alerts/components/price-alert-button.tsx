import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import { saveIntent } from '#features/auth/widgets.tsx';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/feedback/toast.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Icon } from '#ui/icon.tsx';
import type { PriceAlertAnswer } from '../pages/price-alerts.ts';

export interface PriceAlertButtonProps {
  listing: { id: string; name: string };
  /** Whether this member has set it. */
  alerted: boolean;
  isMember: boolean;
}

/**
 * Notifies of copies like this one that are listed for less: the first press sets it, the next removes it. A visitor
 * signs in first and returns. Without script it is a form.
 */
export function PriceAlertButton({ listing: { id, name }, alerted, isMember }: PriceAlertButtonProps) {
  const fetcher = useFetcher<PriceAlertAnswer>();
  const navigate = useNavigate();
  const toast = useToast();
  const { data: answer } = fetcher;
  const [isSet, setSet] = useState(alerted);
  const [known, setKnown] = useState(alerted);
  if (known !== alerted) {
    setKnown(alerted);
    setSet(alerted);
  }
  const [received, setReceived] = useState(answer);
  if (received !== answer) {
    setReceived(answer);
    // A failed request changed nothing.
    if (answer?.alert) setSet(answer.alert.isSet);
  }
  useAnswer(fetcher, ({ problem, alert }) => {
    if (problem) toast({ tone: 'bad', title: 'Couldn’t change price alert', text: problem.message });
    else if (alert?.isSet)
      toast({
        title: 'Price alert set',
        text: `We’ll notify you about new listings for ${alert.name}.`,
        action: { label: 'View saved searches', onPress: () => void navigate('/saved-searches') },
      });
    else if (alert) toast({ title: 'Price alert removed' });
  });
  return (
    <fetcher.Form
      className="contents"
      method="post"
      action="/price-alerts"
      onSubmit={(event) => {
        if (isMember) return;
        event.preventDefault();
        const path = `/listings/${id}`;
        saveIntent('price_alert', path, { listingId: id, about: name });
        void navigate(`/auth/sign-in?next=${encodeURIComponent(path)}`);
      }}
    >
      <input type="hidden" name="listingId" value={id} />
      <input type="hidden" name="alert" value={isSet ? '0' : '1'} />
      <Button
        type="submit"
        kind="ghost"
        className={isSet ? 'set' : undefined}
        aria-pressed={isSet}
        busy={fetcher.state !== 'idle'}
      >
        <Icon of={isSet ? BellRing : Bell} size={17} />
        Price alert
      </Button>
    </fetcher.Form>
  );
}
