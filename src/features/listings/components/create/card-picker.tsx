import { LoaderCircle, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { announce } from '#ui/announce.tsx';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { countOf, gameName } from '../listing-words.ts';
import type { CardChoice } from './listing-form.ts';

export interface CardPickerProps {
  error: string | undefined;
  /** The set that the person has been listing from: cards of it are sought first. */
  near: { game: string; code: string; name: string } | null;
  onLeaveSet(): void;
  onChoose(card: CardChoice): void;
}

const pauseMs = 120;

/** Finds a card of the catalogue while one types: `charzard 4/102` is enough. */
export function CardPicker({ error, near, onLeaveSet, onChoose }: CardPickerProps) {
  const [words, setWords] = useState('');
  const { cards, state } = useCards(words, near);
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
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && cards.length > 0) {
      event.preventDefault();
      setOpen(true);
      const next = (current + (event.key === 'ArrowDown' ? 1 : -1) + cards.length) % cards.length;
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
              aria-activedescendant={shown && cards.length > 0 ? `${id}-${current}` : undefined}
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
          <div ref={list} id={`${id}-list`} className="combo-list" role="listbox" aria-label="Cards" hidden={!shown}>
            {cards.map((card, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which keeps the focus
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              <div
                key={card.id}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === current}
                className="combo-opt"
                // The press must not take the focus from the field before it counts.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setActive(at)}
                onClick={() => choose(card)}
              >
                {card.artUrl && <img src={card.artUrl} alt="" width={63} height={88} loading="lazy" decoding="async" />}
                <span className="combo-t">
                  <b>{card.name}</b>
                  <small>{[card.setName, card.number, card.rarity].filter(Boolean).join(' · ')}</small>
                </span>
                <span className="tag">{gameName(card.game)}</span>
              </div>
            ))}
          </div>
          {shown && cards.length === 0 && <p className="combo-list combo-say">{says[state]}</p>}
        </div>
      )}
    </Field>
  );
}

type State = 'idle' | 'waiting' | 'found' | 'failed';
const says: Record<State, string> = {
  idle: '',
  waiting: 'Searching…',
  found: 'No card of the catalogue matches. Describe it yourself below.',
  failed: 'The catalogue did not answer. Try again, or describe the card yourself below.',
};

function useCards(words: string, near: CardPickerProps['near']): { cards: CardChoice[]; state: State } {
  const [answer, setAnswer] = useState<{ words: string; cards: CardChoice[]; state: State }>({ words: '', cards: [], state: 'idle' });
  const wanted = words.trim();
  const scope = near ? `&game=${encodeURIComponent(near.game)}&set=${encodeURIComponent(near.code)}` : '';
  useEffect(() => {
    if (wanted.length < 2) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`/api/catalogue/cards?limit=12&q=${encodeURIComponent(wanted)}${scope}`, { signal: stop.signal });
        const { items } = await response.json();
        setAnswer({ words: wanted, cards: items ?? [], state: items ? 'found' : 'failed' });
        announce(items?.length ? `${countOf(items.length, 'card')} found` : 'No cards found');
      } catch {
        if (!stop.signal.aborted) setAnswer({ words: wanted, cards: [], state: 'failed' });
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted, scope]);
  if (wanted.length < 2) return { cards: [], state: 'idle' };
  // The last answer stays until the next one is here, so that the list does not flicker.
  return { cards: answer.cards, state: answer.words === wanted ? answer.state : answer.cards.length > 0 ? 'found' : 'waiting' };
}
