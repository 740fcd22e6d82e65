import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import { saveIntent } from '#features/auth/widgets.tsx';
import { decimalOf, formatMoney, type Money } from '#kernel/numbers/money.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { useToast } from '#ui/feedback/toast.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Icon } from '#ui/icon.tsx';
import { Popover } from '#ui/popover.tsx';
import type { PriceAlertAnswer } from '../pages/price-alerts.ts';
import './alerts.css';

export interface PriceAlertButtonProps {
  listing: { id: string; name: string; price: Money };
  /** The target of this member's alert. Null where none is set. */
  target: Money | null;
  isMember: boolean;
}

/**
 * Notifies of copies like this one, and of this one, once they cost less than a target: the button opens a form with
 * the target. A visitor signs in first and returns.
 */
export function PriceAlertButton({ listing: { id, name, price }, target, isMember }: PriceAlertButtonProps) {
  const navigate = useNavigate();
  if (isMember) return <TargetForm listingId={id} price={price} target={target} />;
  return (
    <form
      className="contents"
      method="post"
      action="/price-alerts"
      onSubmit={(event) => {
        event.preventDefault();
        const path = `/listings/${id}`;
        saveIntent('price_alert', path, { listingId: id, about: name });
        void navigate(`/auth/sign-in?next=${encodeURIComponent(path)}`);
      }}
    >
      <input type="hidden" name="listingId" value={id} />
      <Button type="submit" kind="ghost">
        <Icon of={Bell} size={17} />
        Price alert
      </Button>
    </form>
  );
}

function TargetForm({ listingId, price, target }: { listingId: string; price: Money; target: Money | null }) {
  const fetcher = useFetcher<PriceAlertAnswer>();
  const navigate = useNavigate();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const { data: answer } = fetcher;
  const error = answer?.problem?.errors?.target;
  useAnswer(fetcher, ({ problem, alert }) => {
    if (problem && !problem.errors?.target)
      toast({ tone: 'bad', title: 'Couldn’t change price alert', text: problem.message });
    if (problem || !alert) return;
    setOpen(false);
    if (alert.isSet)
      toast({
        title: 'Price alert set',
        text: `We’ll notify you when the price is under ${alert.target}.`,
        action: { label: 'Searches and alerts', onPress: () => void navigate('/saved-searches#price-alerts') },
      });
    else toast({ title: 'Price alert removed' });
  });
  const shown = target ?? price;
  const busy = fetcher.state !== 'idle';
  return (
    <Popover
      title="Price alert"
      triggerClass={buttonClass({ kind: 'ghost' }, target ? 'alert-set' : undefined)}
      trigger={
        <>
          <Icon of={target ? BellRing : Bell} size={17} />
          {target ? 'Price alert set' : 'Price alert'}
          {target && <span className="sr">, under {formatMoney(target)}</span>}
        </>
      }
      open={isOpen}
      onOpen={setOpen}
    >
      <fetcher.Form method="post" action="/price-alerts">
        <input type="hidden" name="listingId" value={listingId} />
        <div className="price-alert">
          <MoneyInput
            key={`${shown.amount} ${shown.currency}`}
            name="target"
            label="Notify me when the price is under"
            mark={false}
            currency={shown.currency}
            defaultValue={decimalOf(shown.amount)}
            error={error}
            help="Prices are compared without shipping. New listings of this card in the same condition or better count too."
          />
          <div className="price-alert-acts">
            <Button type="submit" kind="primary" name="alert" value="1" busy={busy}>
              {target ? 'Save target' : 'Set price alert'}
            </Button>
            {target && (
              <Button type="submit" kind="danger-quiet" name="alert" value="0" busy={busy}>
                Remove alert
              </Button>
            )}
          </div>
        </div>
      </fetcher.Form>
    </Popover>
  );
}
