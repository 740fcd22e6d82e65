import { useState } from 'react';
import { FavoriteButton } from '#ui/card/favorite-button.tsx';
import { announce } from '#ui/feedback/announce.tsx';
import { useToast } from '#ui/feedback/toast.tsx';
import { signInAgainFor, useSignInFor } from '../browse/save-intent.ts';

export interface FavoriteProps {
  listingId: string;
  card: string;
  liked: boolean;
  isMember: boolean;
  wordy?: boolean;
  guided?: boolean | undefined;
  onChange?: ((liked: boolean) => void) | undefined;
}

/** The heart: answers at once, and takes it back when the server could not. Before scripts it is a form. */
export function Favorite({ listingId, card, liked, isMember, wordy, guided, onChange }: FavoriteProps) {
  const toast = useToast();
  const signInFor = useSignInFor();
  const [shown, setShown] = useState(liked);
  const [known, setKnown] = useState(liked);
  if (known !== liked) {
    setKnown(liked);
    setShown(liked);
  }

  const toggle = async (wanted: boolean) => {
    if (!isMember) return signInFor('toggle_favorite', { listingId, about: card });
    setShown(wanted);
    const answer = await fetch(`/api/favorites/${listingId}`, { method: wanted ? 'PUT' : 'DELETE' }).catch(() => null);
    if (answer?.ok) {
      announce(wanted ? `${card} added to favorites` : `${card} removed from favorites`);
      onChange?.(wanted);
      return;
    }
    if (answer?.status === 401) return signInAgainFor('toggle_favorite', { listingId, about: card });
    setShown(!wanted);
    const problem = await answer?.json().catch(() => null);
    toast({
      tone: 'bad',
      title: wanted ? 'Couldn’t add to favorites' : 'Couldn’t remove from favorites',
      text: problem?.message ?? 'Check your connection and try again.',
    });
  };
  return (
    <FavoriteButton
      card={card}
      pressed={shown}
      action="/favorites"
      listingId={listingId}
      onToggle={(wanted) => void toggle(wanted)}
      wordy={wordy}
      guided={guided}
    />
  );
}
