import { LoaderCircle, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { rarityName } from '#features/catalogue/widgets.tsx';
import { useCombobox } from '#ui/form/combobox.tsx';
import { Field } from '#ui/form/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { CardOptions, type CardSearchState, useCardSearch } from '../../browse/card-search.tsx';
import { gameName } from '../../listing-words.ts';
import type { CardChoice } from '../form/listing-form.ts';

export interface CardPickerProps {
  error: string | undefined;
  /** The set of the seller's latest listings: its cards are searched first. */
  near: { game: string; code: string; name: string } | null;
  onLeaveSet(): void;
  onChoose(card: CardChoice): void;
}

/** Finds a card of the catalogue while one types: `charzard 4/102` is enough. */
export function CardPicker({ error, near, onLeaveSet, onChoose }: CardPickerProps) {
  const [words, setWords] = useState('');
  const scope = near ? `&game=${encodeURIComponent(near.game)}&set=${encodeURIComponent(near.code)}` : '';
  const { cards, state } = useCardSearch<CardChoice>(words, { limit: 12, scope, pauseMs: 120, foundWord: 'found' });
  const combo = useCombobox({
    id: useId(),
    open: useState(false),
    places: cards.length,
    isFree: false,
    isWorth: words.trim().length > 1 && state !== 'idle',
    onChoose: (at) => cards[at] && onChoose(cards[at]),
  });
  return (
    <Field
      label="Card"
      name="card"
      required
      error={error}
      help="Enter a name, set or number in any order, for example “charizard 4/102”."
    >
      {(control) => (
        <div className="combo">
          {near && (
            <p className="mb-2">
              <button type="button" className="ap" onClick={onLeaveSet}>
                In {near.name}
                <span className="sr">, remove</span> ×
              </button>
            </p>
          )}
          <div className="relative">
            <input
              {...control}
              className="in h-12! pl-10! text-[0.9375rem]"
              {...combo.field}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={200}
              placeholder="Name, set or number"
              value={words}
              onChange={(event) => {
                setWords(event.target.value);
                combo.begin();
              }}
              onFocus={combo.open}
              onBlur={combo.close}
              onKeyDown={({ nativeEvent }) => combo.onKey(nativeEvent)}
            />
            <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-fg-subtle">
              <Icon
                of={state === 'waiting' ? LoaderCircle : Search}
                className={state === 'waiting' ? 'spin' : undefined}
              />
            </span>
          </div>
          <CardOptions<CardChoice>
            list={combo.list}
            cards={cards}
            line={(card) => [card.setName, card.number, card.rarity && rarityName(card.rarity)]}
            tag={(card) => gameName(card.game)}
          />
          {combo.isShown && cards.length === 0 && <p className="combo-list combo-say">{says[state]}</p>}
        </div>
      )}
    </Field>
  );
}

const says: Record<CardSearchState, string> = {
  idle: '',
  waiting: 'Searching…',
  found: 'No matching cards. Enter the card yourself below.',
  failed: 'Couldn’t load the card database. Try again, or enter the card yourself below.',
};
