import { Heart } from 'lucide-react';
import type { FormEvent } from 'react';
import { cn } from '../cn.ts';
import { Icon } from '../icon.tsx';

export interface FavoriteButtonProps {
  /** The card's name; the button is called `Favorite {card}` in both states. */
  card: string;
  pressed: boolean;
  /** Where the form goes before scripts have loaded; it sends `listingId`, and `favorite=0` to take it back. */
  action: string;
  listingId?: string;
  /** Takes over once scripts run, with the state that the person wants. */
  onToggle?: (pressed: boolean) => void;
  /** With the word beside the heart, on a listing's page. */
  wordy?: boolean;
  guided?: boolean | undefined;
}

export function FavoriteButton({
  card,
  pressed,
  action,
  listingId,
  onToggle,
  wordy,
  guided = true,
}: FavoriteButtonProps) {
  const submit = (event: FormEvent) => {
    if (!onToggle) return;
    event.preventDefault();
    onToggle(!pressed);
  };
  return (
    <form className="favs" method="post" action={action} onSubmit={submit}>
      {pressed && <input type="hidden" name="favorite" value="0" />}
      <button
        type="submit"
        name={listingId && 'listingId'}
        value={listingId}
        className={cn(wordy ? 'btn ghost' : 'fav', pressed && wordy && 'liked')}
        aria-pressed={pressed}
        data-guide={guided ? 'favorite' : undefined}
        aria-label={`Favorite ${card}`}
        data-tip={wordy ? undefined : pressed ? 'Remove from favorites' : 'Add to favorites'}
      >
        <Icon of={Heart} size={wordy ? 17 : 18} />
        {wordy && 'Favorite'}
      </button>
    </form>
  );
}
