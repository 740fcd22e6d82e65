import { Form, Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { cardTitle } from '../words.ts';
import { CardPicker, type CardPickerProps } from './card-picker.tsx';

interface CardSearchFormProps extends CardPickerProps {
  name: string;
  /** Where the words are sent; this page unless it is given. */
  action?: string;
  /** Further parameters of the address. */
  hidden?: Readonly<Record<string, string | number>>;
  buttonLabel?: string;
}

/** The card picker as a search form. It works without script: the page at `action` lists the cards that match. */
export function CardSearchForm({ action, hidden = {}, buttonLabel, ...picker }: CardSearchFormProps) {
  return (
    <Form method="get" {...(action && { action })} preventScrollReset className="grid gap-3">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <CardPicker {...picker} isSearchForm />
      <Button type="submit" className="justify-self-start" aria-label={buttonLabel}>
        Find card
      </Button>
    </Form>
  );
}

interface CardLinksProps {
  label: string;
  cards: readonly { id: string; name: string; setName: string | null; number: string | null }[];
  addressOf(cardId: string): string;
}

/** Cards to choose from, as links. */
export function CardLinks({ label, cards, addressOf }: CardLinksProps) {
  return (
    <ul className="my-2 grid gap-2" aria-label={label}>
      {cards.map((card) => (
        <li key={card.id}>
          <Link className="link" to={addressOf(card.id)} preventScrollReset>
            {cardTitle(card)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
