import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { decimalOf, formatMoney, parseMoney } from '#kernel/numbers/money.ts';
import { noAmountIn } from '#kernel/numbers/typed-money.ts';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/feedback/toast.tsx';
import type { Listing } from '../../contract.ts';
import { listingApi } from '../create/api.ts';

export interface PriceCellProps {
  listing: Pick<Listing, 'id' | 'name' | 'price'>;
  canEdit: boolean;
  onSaved(): void;
}

/**
 * A price as an inline field: type, and Enter or Save. Tab saves and moves on, Escape restores, an undo restores the
 * former price. Without scripts it is a form of the page. Typed text stays when an update brings another price.
 */
export function PriceCell({ listing, canEdit, onSaved }: PriceCellProps) {
  const { id, name, price } = listing;
  const [typed, setTyped] = useState<string | null>(null);
  const [shown, setShown] = useState(price);
  const [known, setKnown] = useState(price.amount);
  const field = useRef<HTMLInputElement>(null);
  const toast = useToast();
  if (known !== price.amount) {
    setKnown(price.amount);
    setShown(price);
  }

  const store = async (amount: number, undoTo: number | null) => {
    const before = shown;
    setShown({ ...price, amount });
    const answer = await listingApi.edit(id, { price: { amount, currency: price.currency } });
    if (!answer.ok) {
      setShown(before);
      toast({
        tone: 'bad',
        title: 'Couldn’t change the price',
        text: answer.problem.errors?.price ?? answer.problem.message,
      });
      return;
    }
    toast({
      title: `Price of ${name} changed to ${formatMoney({ ...price, amount })}`,
      ...(undoTo === null ? {} : { action: { label: 'Undo', onPress: () => void store(undoTo, null) } }),
    });
    onSaved();
  };
  const save = () => {
    if (typed === null) return;
    setTyped(null);
    const amount = parseMoney(typed, price.currency);
    if (amount === null)
      toast({ tone: 'bad', title: 'Couldn’t change the price', text: noAmountIn(price.currency, typed) });
    else if (amount !== shown.amount) void store(amount, shown.amount);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape') return;
    setTyped(null);
    field.current?.select();
  };
  if (!canEdit) return <strong>{formatMoney(shown)}</strong>;
  return (
    <form
      method="post"
      className="own-price"
      onSubmit={submit}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && save()}
      noValidate
    >
      <input type="hidden" name="listing" value={id} />
      <span aria-hidden="true">{formatMoney(shown).replace(/[\d.,\s]+/g, '')}</span>
      <input
        ref={field}
        className="in own-p"
        name="price"
        aria-keyshortcuts="e"
        aria-label={`Price of ${name} in ${price.currency}`}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        value={typed ?? decimalOf(shown.amount)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={keys}
      />
      <Button type="submit" size="sm" aria-label={`Save price of ${name}`}>
        Save
      </Button>
    </form>
  );
}
