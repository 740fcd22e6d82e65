import { clsx } from 'clsx';
import { Heart } from 'lucide-react';
import type { FormEvent } from 'react';
import { Icon } from './icon.tsx';

export interface FavouriteButtonProps {
  /** The card's name; the button is called `Favourite {card}` in both states. */
  card: string;
  pressed: boolean;
  /** Where the form goes before scripts have loaded; it sends `favourite=1` or `favourite=0`, and `listingId` when given. */
  action: string;
  listingId?: string;
  /** Takes over once scripts run, with the state that the person wants. */
  onToggle?: (pressed: boolean) => void;
  /** With the word beside the heart, on a listing's page. */
  wordy?: boolean;
}

export function FavouriteButton({ card, pressed, action, listingId, onToggle, wordy }: FavouriteButtonProps) {
  const submit = (event: FormEvent) => {
    if (!onToggle) return;
    event.preventDefault();
    onToggle(!pressed);
  };
  return (
    <form className="favs" method="post" action={action} onSubmit={submit}>
      <input type="hidden" name="favourite" value={pressed ? '0' : '1'} />
      {listingId && <input type="hidden" name="listingId" value={listingId} />}
      <button
        type="submit"
        className={clsx(wordy ? 'btn ghost' : 'fav', pressed && wordy && 'liked')}
        aria-pressed={pressed}
        data-guide="favourite"
        aria-label={`Favourite ${card}`}
        data-tip={wordy ? undefined : pressed ? 'Remove from favourites' : 'Add to favourites'}
      >
        <Icon of={Heart} size={wordy ? 17 : 18} />
        {wordy && 'Favourite'}
      </button>
    </form>
  );
}
