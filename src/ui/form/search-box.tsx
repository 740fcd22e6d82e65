import { ArrowRight, Search } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Form } from 'react-router';
import { Icon } from '../icon.tsx';
import { hasSingleKeys, markSingleKeys } from './single-keys.ts';

export interface SearchBoxProps {
  /** What is being searched now. */
  query?: string;
  /** The page's own search takes `/` as its key; others do not. */
  main?: boolean;
  /** Replaces the plain field where a feature offers suggestions; it must have the name `q`. */
  field?: ReactNode;
}

const words = 'Search cards, sets or sellers';

/** A plain form to `/browse?q=` that works before scripts load. */
export function SearchBox({ query = '', main, field }: SearchBoxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(query);
  // A new search from elsewhere shows in the box; what is being typed is left alone, also by the answer to what was
  // typed before.
  useEffect(() => {
    const box = input.current;
    if (box && (box.value === shown.current || box !== document.activeElement)) box.value = query;
    shown.current = query;
  }, [query]);
  useEffect(() => {
    if (!main) return;
    markSingleKeys();
    const focusOnSlash = (event: KeyboardEvent) => {
      if (
        event.key !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        !hasSingleKeys()
      )
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', focusOnSlash);
    return () => document.removeEventListener('keydown', focusOnSlash);
  }, [main]);
  return (
    <Form
      className="search"
      role="search"
      action="/browse"
      aria-label={main ? 'Site' : 'Main content'}
      data-guide={main ? 'search' : undefined}
    >
      <Icon of={Search} />
      <label className="sr" htmlFor={id}>
        {words}
      </label>
      {field ?? (
        <input
          ref={input}
          id={id}
          type="search"
          name="q"
          defaultValue={query}
          placeholder={words}
          autoComplete="off"
          enterKeyHint="search"
          spellCheck={false}
          maxLength={200}
        />
      )}
      {main ? (
        <span className="kbd" aria-hidden="true">
          /
        </span>
      ) : (
        <button type="submit" className="ib sm search-go" aria-label="Search">
          <Icon of={ArrowRight} />
        </button>
      )}
    </Form>
  );
}

/** Whether a key press belongs to what is being typed, so that single-key shortcuts stay out of it. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      // Nothing is typed into a checkbox.
      target.matches('input:not([type="checkbox"]), select, textarea') ||
      target.closest('dialog[open]') !== null)
  );
}
