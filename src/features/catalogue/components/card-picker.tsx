import { LoaderCircle, Search } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useCombobox } from '#ui/form/combobox.tsx';
import { Field, type FieldOptions } from '#ui/form/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { type CardChoice, CardOptions, type CardSearchState, type SetChoice, useCardSearch } from './card-search.tsx';

export interface CardPickerProps extends Partial<Pick<FieldOptions, 'label' | 'name' | 'id' | 'required' | 'error'>> {
  words?: string;
  maxLength?: number;
  help?: string;
  /** The set whose cards are searched at first. */
  within?: SetChoice | null;
  /** Inside a search form: Enter sends the form where no card is listed. */
  isSearchForm?: boolean;
  /** Shown where no card matches. */
  noneFound: string;
  onChoose(card: CardChoice, words: string): void;
}

/** Finds a card of the card database while one types: `charzard 4/102` is enough. */
export function CardPicker({
  label = 'Card',
  name = 'card',
  id,
  required,
  error,
  words: typed = '',
  maxLength = 200,
  help = 'Enter a name, set or number in any order, for example “charizard 4/102”.',
  within: first = null,
  isSearchForm = false,
  noneFound,
  onChoose,
}: CardPickerProps) {
  const [words, setWords] = useState(typed);
  const [within, setWithin] = useState(first);
  const field = useRef<HTMLInputElement>(null);
  const { cards, sets, offers, state } = useCardSearch(words, within);
  const leaveSet = () => {
    setWithin(null);
    field.current?.focus();
  };
  const combo = useCombobox({
    id: useId(),
    open: useState(false),
    places: cards.length,
    isFree: false,
    isWorth: words.trim().length > 1 && state !== 'idle',
    onChoose: (at) => cards[at] && onChoose(cards[at], words),
  });
  return (
    <Field
      label={label}
      name={name}
      {...(id && { id })}
      {...(required ? { required } : { mark: false })}
      error={error}
      help={help}
    >
      {(control) => (
        <div className="combo">
          {within && (
            <p className="mb-2">
              <button type="button" className="ap" onClick={leaveSet}>
                In {within.name}
                <span className="sr">, remove</span> ×
              </button>
            </p>
          )}
          <div className="relative">
            <input
              {...control}
              ref={field}
              {...(isSearchForm && { name })}
              className="in h-12! pl-10! text-[0.9375rem]"
              {...combo.field}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={maxLength}
              placeholder="Name, set or number"
              value={words}
              onChange={(event) => {
                setWords(event.target.value);
                combo.begin();
              }}
              onFocus={combo.open}
              onBlur={combo.close}
              onKeyDown={({ nativeEvent }) => {
                const sendsForm = isSearchForm && nativeEvent.key === 'Enter' && !(combo.isShown && cards.length > 0);
                if (!sendsForm) combo.onKey(nativeEvent);
              }}
            />
            <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-fg-subtle">
              <Icon
                of={state === 'waiting' ? LoaderCircle : Search}
                className={state === 'waiting' ? 'spin' : undefined}
              />
            </span>
          </div>
          <CardOptions list={combo.list} cards={cards} offers={offers} />
          {!within && sets.length > 1 && (
            <label className="combo-sets">
              <span>Set</span>
              <select
                className="in"
                value=""
                onChange={({ target }) => {
                  setWithin(sets[Number(target.value)] ?? null);
                  field.current?.focus();
                }}
              >
                <option value="">All sets</option>
                {sets.map(({ game, code, name: set }, at) => (
                  <option key={`${game} ${code}`} value={at}>
                    {set}
                  </option>
                ))}
              </select>
            </label>
          )}
          {combo.isShown && cards.length === 0 && (
            <p className="combo-list combo-say">{sentenceOf(state, noneFound)}</p>
          )}
        </div>
      )}
    </Field>
  );
}

function sentenceOf(state: CardSearchState, noneFound: string): string {
  if (state === 'waiting') return 'Searching…';
  return state === 'failed' ? 'Couldn’t load the card database. Try again.' : noneFound;
}
