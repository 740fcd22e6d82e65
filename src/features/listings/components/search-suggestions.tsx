import { useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { useCombobox } from '#ui/combobox.tsx';
import { browseAddress } from './browse-address.ts';
import { CardOptions, type FoundCard, useCardSearch } from './card-search.tsx';

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
  const open = useState(false);
  const navigate = useNavigate();
  // Nothing is sought, nor told, once the list is closed.
  const { cards: found } = useCardSearch<FoundCard>(open[0] ? words : '', { limit: 8, pauseMs: 90, told: 'suggested' });
  const combo = useCombobox({
    id: useId(),
    open,
    places: found.length,
    isFree: true,
    isWorth: found.length > 0,
    onChoose: (at) => found[at] && void navigate(browseAddress({ q: wordsOf(found[at]) })),
  });
  const latest = useRef(combo);
  useEffect(() => {
    latest.current = combo;
  });
  useEffect(() => {
    const isField = (target: EventTarget | null): target is HTMLInputElement => target instanceof HTMLInputElement && target.name === 'q';
    const typed = ({ target }: Event) => {
      if (!isField(target)) return;
      setWords(target.value);
      latest.current.begin();
    };
    const pressed = (event: KeyboardEvent) => isField(event.target) && latest.current.onKey(event);
    const left = () => latest.current.close();
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
    for (const [name, value] of Object.entries(combo.field)) {
      if (value === undefined) field?.removeAttribute(name);
      else field?.setAttribute(name, String(value));
    }
  });

  return createPortal(<CardOptions list={combo.list} cards={found} line={(card) => [card.setName, card.number]} />, form);
}

function wordsOf({ name, setName, number }: FoundCard): string {
  return [name, setName, number].filter(Boolean).join(' ');
}
