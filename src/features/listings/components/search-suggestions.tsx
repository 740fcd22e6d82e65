import { useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { browseAddress } from './browse-address.ts';
import { CardOptions, type FoundCard, nextPlace, useCardSearch } from './card-search.tsx';

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
  const { cards: found } = useCardSearch<FoundCard>(open ? words : '', { limit: 8, pauseMs: 90, told: 'suggested' });
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
    } else if (found.length > 0) {
      // One place before the first is the field itself.
      const next = nextPlace(event.key, active + 1, found.length + 1);
      if (next === null) return;
      event.preventDefault();
      setOpen(true);
      setActive(next - 1);
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
    <CardOptions
      id={id}
      cards={found}
      current={active}
      hidden={!shown}
      line={(card) => [card.setName, card.number]}
      onPoint={setActive}
      onChoose={choose}
    />,
    form,
  );
}

function wordsOf({ name, setName, number }: FoundCard): string {
  return [name, setName, number].filter(Boolean).join(' ');
}
