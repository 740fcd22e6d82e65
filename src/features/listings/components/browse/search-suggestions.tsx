import { useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { ComboList, useCombobox } from '#ui/form/combobox.tsx';
import type { Completion } from '../../language/complete-search.ts';
import { type SuggestedPlace, SuggestionRow, suggestedPlaces, useSuggestions } from './suggested-places.tsx';

/** Only a search with a key needs the table of keys. */
const holdsKey = /[:<>=]/;

/**
 * Suggests matching cards, sets and sellers while one types in the header's search or, in the search language,
 * completions of its last word. It replaces the plain field after hydration, so that the field works before, and costs
 * no first load. Enter searches for the field's text; the arrows choose a row, which leads to its page.
 */
export default function SearchSuggestions() {
  // Rendered in the browser only, under an existing header.
  const [form] = useState(() => document.querySelector<HTMLFormElement>('header form[role=search]'));
  return form && <Suggestions form={form} />;
}

function Suggestions({ form }: { form: HTMLFormElement }) {
  const [words, setWords] = useState('');
  const open = useState(false);
  const navigate = useNavigate();
  const completions = useCompletions(words);
  const isLanguage = holdsKey.test(words);
  // No search and no announcement once the list is closed.
  const found: readonly SuggestedPlace[] = suggestedPlaces(useSuggestions(open[0] && !isLanguage ? words : ''));
  const places = completions.length + found.length;
  const combo = useCombobox({
    id: useId(),
    open,
    places,
    isFree: true,
    isWorth: places > 0,
    onChoose(at) {
      const completion = completions[at];
      if (completion) write(form, completion.q);
      else if (found[at]) void navigate(found[at].to);
    },
  });
  const latest = useRef(combo);
  useEffect(() => {
    latest.current = combo;
  });
  useEffect(() => {
    const isField = (target: EventTarget | null): target is HTMLInputElement =>
      target instanceof HTMLInputElement && target.name === 'q';
    const typed = ({ target }: Event) => {
      if (!isField(target)) return;
      setWords(target.value);
      latest.current.begin();
    };
    const pressed = (event: KeyboardEvent) => isField(event.target) && latest.current.onKey(event);
    const left = () => latest.current.close();
    // What was typed before this was here counts as if it were typed now.
    const field = document.activeElement;
    if (field && form.contains(field) && isField(field) && field.value !== '') {
      setWords(field.value);
      latest.current.begin();
    }
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

  const list =
    completions.length > 0 ? (
      <ComboList list={combo.list} label="Search completions" rows={completions} keyOf={({ q }) => q}>
        {({ shown, what }) => (
          <span className="combo-t">
            <b>{shown}</b>
            <small>{what}</small>
          </span>
        )}
      </ComboList>
    ) : (
      <ComboList list={combo.list} label="Suggestions" rows={found} keyOf={({ to }) => to}>
        {(place) => <SuggestionRow place={place} />}
      </ComboList>
    );
  return createPortal(list, form);
}

function useCompletions(words: string): readonly Completion[] {
  const [found, setFound] = useState<{ words: string; completions: Completion[] }>({ words: '', completions: [] });
  useEffect(() => {
    if (!holdsKey.test(words)) return;
    let isLate = false;
    void import('../../language/complete-search.ts').then(
      ({ completionsOf }) => {
        if (!isLate) setFound({ words, completions: completionsOf(words) });
      },
      // Without the network it is typed by hand.
      () => {},
    );
    return () => {
      isLate = true;
    };
  }, [words]);
  return found.words === words ? found.completions : [];
}

/** As if it had been typed, so that what follows it is offered next. */
function write(form: HTMLFormElement, q: string): void {
  const field = form.querySelector<HTMLInputElement>('input[name=q]');
  if (!field) return;
  field.value = q;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
