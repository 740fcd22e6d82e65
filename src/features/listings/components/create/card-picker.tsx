import { LoaderCircle, Search } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { CardOptions, type CardSearchState, nextPlace, useCardSearch } from '../card-search.tsx';
import { gameName } from '../listing-words.ts';
import type { CardChoice } from './listing-form.ts';

export interface CardPickerProps {
  error: string | undefined;
  /** The set that the person has been listing from: cards of it are sought first. */
  near: { game: string; code: string; name: string } | null;
  onLeaveSet(): void;
  onChoose(card: CardChoice): void;
}

/** Finds a card of the catalogue while one types: `charzard 4/102` is enough. */
export function CardPicker({ error, near, onLeaveSet, onChoose }: CardPickerProps) {
  const [words, setWords] = useState('');
  const scope = near ? `&game=${encodeURIComponent(near.game)}&set=${encodeURIComponent(near.code)}` : '';
  const { cards, state } = useCardSearch<CardChoice>(words, { limit: 12, scope, pauseMs: 120, told: 'found' });
  const [active, setActive] = useState(0);
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = open && words.trim().length > 1 && state !== 'idle';
  const current = Math.min(active, cards.length - 1);

  const choose = (card: CardChoice | undefined) => {
    if (!card) return;
    setOpen(false);
    onChoose(card);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
    else if (event.key === 'Enter') {
      // The form is not sent by the key that chooses a card.
      event.preventDefault();
      if (shown) choose(cards[current]);
    } else if (cards.length > 0) {
      const next = nextPlace(event.key, current, cards.length);
      if (next === null) return;
      event.preventDefault();
      setOpen(true);
      setActive(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    }
  };
  return (
    <Field label="Card" name="card" required error={error} help="A name, a set and a number in any order: “charizard 4/102”, “base set pikachu”.">
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
              className="in h-12! pl-10! text-[15px]"
              role="combobox"
              aria-expanded={shown}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={shown && cards.length > 0 ? `${id}-list-${current}` : undefined}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={200}
              placeholder="Name, set or number"
              value={words}
              onChange={(event) => {
                setWords(event.target.value);
                setActive(0);
                setOpen(true);
              }}
              onFocus={() => setOpen(true)}
              onBlur={() => setOpen(false)}
              onKeyDown={keys}
            />
            <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-fg-subtle">
              <Icon of={state === 'waiting' ? LoaderCircle : Search} className={state === 'waiting' ? 'spin' : undefined} />
            </span>
          </div>
          <CardOptions<CardChoice>
            id={`${id}-list`}
            cards={cards}
            current={current}
            hidden={!shown}
            listRef={list}
            line={(card) => [card.setName, card.number, card.rarity]}
            tag={(card) => gameName(card.game)}
            onPoint={setActive}
            onChoose={choose}
          />
          {shown && cards.length === 0 && <p className="combo-list combo-say">{says[state]}</p>}
        </div>
      )}
    </Field>
  );
}

const says: Record<CardSearchState, string> = {
  idle: '',
  waiting: 'Searching…',
  found: 'No card of the catalogue matches. Describe it yourself below.',
  failed: 'The catalogue did not answer. Try again, or describe the card yourself below.',
};
