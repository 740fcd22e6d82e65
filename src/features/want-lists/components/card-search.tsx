import { useNavigate } from 'react-router';
import { CardLinks, CardSearchForm } from '#features/catalogue/widgets.tsx';
import type { WantedCard } from '../contract.ts';

interface CardSearchProps {
  /** The list that the card is for; empty where it is chosen later. */
  list: string;
  /** The words that were sent without script, and their cards. */
  q?: string;
  found?: WantedCard[];
}

/** Chooses a card to add to a want list. */
export function CardSearch({ list, q = '', found = [] }: CardSearchProps) {
  const navigate = useNavigate();
  const hidden: Record<string, string> = list === '' ? {} : { list };
  const addressOf = (card: string) => `/want-lists/add?${new URLSearchParams({ ...hidden, card })}`;
  return (
    <>
      <CardSearchForm
        action="/want-lists/add"
        name="q"
        words={q}
        hidden={hidden}
        error={q.trim() !== '' && found.length === 0 ? 'No matching cards. Check the spelling.' : undefined}
        noneFound="No matching cards. Check the spelling."
        onChoose={({ id }) => navigate(addressOf(id))}
      />
      {found.length > 0 && <CardLinks label="Matching cards" cards={found} addressOf={addressOf} />}
    </>
  );
}
