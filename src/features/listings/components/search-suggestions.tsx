import { useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { announce } from '#ui/announce.tsx';
import { browseAddress } from './browse-query.ts';
import { countOf } from './listing-words.ts';

interface FoundCard {
  id: string;
  name: string;
  setName: string | null;
  number: string | null;
  artUrl: string | null;
}

const pauseMs = 90;

/**
 * Cards that match while one types in the header's search. It joins the plain field after the page has come to life, so that the field
 * works before, and costs no first load. Enter searches for what stands in the field; the arrows choose a card.
 */
export default function SearchSuggestions() {
  // Only ever drawn in a browser, under a header that stands.
  const [form] = useState(() => document.querySelector<HTMLFormElement>('header form[role=search]'));
  return form && <Suggestions form={form} />;
}

function Suggestions({ form }: { form: HTMLFormElement }) {
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useFound(open ? words : '');
  const navigate = useNavigate();
  const id = useId();
  const shown = open && found.length > 0;

  const choose = (card: FoundCard) => {
    setOpen(false);
    void navigate(browseAddress({ q: wordsOf(card) }));
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown) {
      // The field keeps its words: only the list goes.
      event.preventDefault();
      setOpen(false);
    } else if (event.key === 'Enter') {
      const chosen = shown ? found[active] : undefined;
      if (chosen) event.preventDefault();
      if (chosen) choose(chosen);
      else setOpen(false);
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && found.length > 0) {
      event.preventDefault();
      setOpen(true);
      // One place before the first is the field itself.
      const places = found.length + 1;
      setActive(((active + 1 + (event.key === 'ArrowDown' ? 1 : -1) + places) % places) - 1);
    }
  };
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const isField = (target: EventTarget | null): target is HTMLInputElement => target instanceof HTMLInputElement && target.name === 'q';
    const typed = ({ target }: Event) => {
      if (!isField(target)) return;
      setWords(target.value);
      setActive(-1);
      setOpen(true);
    };
    const pressed = (event: KeyboardEvent) => isField(event.target) && latest.current(event);
    const left = () => setOpen(false);
    form.addEventListener('input', typed);
    form.addEventListener('keydown', pressed);
    form.addEventListener('focusout', left);
    return () => {
      form.removeEventListener('input', typed);
      form.removeEventListener('keydown', pressed);
      form.removeEventListener('focusout', left);
    };
  }, [form]);
  useEffect(() => {
    const field = form.querySelector('input[name=q]');
    if (!field) return;
    field.setAttribute('role', 'combobox');
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', id);
    field.setAttribute('aria-expanded', String(shown));
    if (shown && active >= 0) field.setAttribute('aria-activedescendant', `${id}-${active}`);
    else field.removeAttribute('aria-activedescendant');
  });

  return createPortal(
    <div id={id} className="combo-list" role="listbox" aria-label="Cards" hidden={!shown}>
      {found.map((card, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which keeps the focus
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={card.id}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          className="combo-opt"
          // The press must not take the focus from the field before it counts.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => setActive(at)}
          onClick={() => choose(card)}
        >
          {card.artUrl && <img src={card.artUrl} alt="" width={63} height={88} loading="lazy" decoding="async" />}
          <span className="combo-t">
            <b>{card.name}</b>
            <small>{[card.setName, card.number].filter(Boolean).join(' · ')}</small>
          </span>
        </div>
      ))}
    </div>,
    form,
  );
}

function wordsOf({ name, setName, number }: FoundCard): string {
  return [name, setName, number].filter(Boolean).join(' ');
}

function useFound(words: string): FoundCard[] {
  const [found, setFound] = useState<FoundCard[]>([]);
  const wanted = words.trim();
  useEffect(() => {
    if (wanted.length < 2) {
      setFound([]);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`/api/catalogue/cards?limit=8&q=${encodeURIComponent(wanted)}`, { signal: stop.signal });
        const { items = [] } = (await response.json()) as { items?: FoundCard[] };
        setFound(items);
        if (items.length > 0) announce(`${countOf(items.length, 'card')} suggested`);
      } catch {
        // Without suggestions the search still works.
        if (!stop.signal.aborted) setFound([]);
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted]);
  return found;
}
