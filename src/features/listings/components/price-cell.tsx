import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { decimalOf, formatMoney, parseMoney } from '#kernel/money.ts';
import { Icon } from '#ui/icon.tsx';
import { useToast } from '#ui/toast.tsx';
import type { Listing } from '../contract.ts';
import { listingApi } from './create/api.ts';

export interface PriceCellProps {
  listing: Listing;
  canEdit: boolean;
  onSaved(): void;
}

/** A price that is changed where it stands: Enter and Tab save, Escape restores; the former price is one press away. */
export function PriceCell({ listing, canEdit, onSaved }: PriceCellProps) {
  const { id, name, price } = listing;
  const [text, setText] = useState<string | null>(null);
  const [shown, setShown] = useState(price);
  const [known, setKnown] = useState(price.amount);
  const button = useRef<HTMLButtonElement>(null);
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
      toast({ tone: 'bad', title: 'The price was not changed', text: answer.problem.errors?.price ?? answer.problem.message });
      return;
    }
    toast({
      title: `${name} costs ${formatMoney({ ...price, amount })} now`,
      ...(undoTo === null ? {} : { action: { label: 'Undo', onPress: () => void store(undoTo, null) } }),
    });
    onSaved();
  };
  const leave = (wanted: string | null, backToButton: boolean) => {
    setText(null);
    if (backToButton) requestAnimationFrame(() => button.current?.focus());
    if (wanted === null) return;
    const amount = parseMoney(wanted);
    if (amount === null) toast({ tone: 'bad', title: 'The price was not changed', text: `“${wanted}” is not an amount. Write it like 34.50.` });
    else if (amount !== shown.amount) void store(amount, shown.amount);
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') leave(event.currentTarget.value, true);
    else if (event.key === 'Escape') leave(null, true);
  };
  if (!canEdit) return <strong>{formatMoney(shown)}</strong>;
  if (text !== null) {
    return (
      <input
        className="in own-p"
        aria-label={`Price of ${name} in ${price.currency}`}
        inputMode="decimal"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the press that opened it asked for it
        autoFocus
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={keys}
        onBlur={(event) => text !== null && leave(event.target.value, false)}
      />
    );
  }
  return (
    <button
      ref={button}
      type="button"
      className="ed"
      aria-label={`${formatMoney(shown)}, change the price of ${name}`}
      onClick={() => setText(decimalOf(shown.amount))}
    >
      <Icon of={Pencil} size={13} />
      {formatMoney(shown)}
    </button>
  );
}
