import { LoaderCircle } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { comboKey } from './combobox-keys.ts';
import { Field, type FieldOptions } from './field.tsx';
import { Icon } from './icon.tsx';

export interface ComboboxProps<T> extends FieldOptions {
  /** The text in the box, held by the owner. */
  value: string;
  onValue: (text: string) => void;
  /** Asks for suggestions, after a short calm while typing. */
  onQuery: (text: string) => void;
  options: readonly T[];
  keyOf: (option: T) => string;
  /** What stands in the box once the option is chosen. */
  textOf: (option: T) => string;
  /** `b` and `small` inside become two lines; an `img` stands before them. */
  render: (option: T) => ReactNode;
  onChoose: (option: T) => void;
  /** The owner is waiting for suggestions. */
  busy?: boolean;
  /** Said when the query found nothing. */
  nothing?: ReactNode;
  placeholder?: string;
  /** Below the options, such as `My card is not in the list`. */
  footer?: ReactNode;
  /** From how many characters on suggestions are asked for. */
  minLength?: number;
  maxLength?: number;
}

const calmMs = 90;

/** A text input with suggestions, after the combobox pattern of the ARIA practices. The focus stays in the input. */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { value, onValue, onQuery, options, keyOf, textOf, render, onChoose, busy = false, nothing, placeholder, footer } = props;
  const { minLength = 2, maxLength = 200, label, name, id, required, mark, help, error, quiet, fieldClass } = props;
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLong = value.trim().length >= minLength;
  const isShown = isOpen && isLong && (options.length > 0 || !busy);

  useEffect(() => () => clearTimeout(timer.current), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options, another start
  useEffect(() => setActive(-1), [options]);
  useEffect(() => {
    if (active >= 0) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const typed = (text: string) => {
    onValue(text);
    setOpen(true);
    setActive(-1);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (text.trim().length >= minLength) onQuery(text.trim());
    }, calmMs);
  };
  const choose = (option: T) => {
    clearTimeout(timer.current);
    onValue(textOf(option));
    setOpen(false);
    onChoose(option);
  };
  const pressed = (event: KeyboardEvent) => {
    const move = comboKey(event.key, { isShown, active, count: options.length, hasText: value !== '' });
    if (!move) return;
    if (move.kind !== 'close-quietly') event.preventDefault();
    const option = options[active];
    if (move.kind === 'open') {
      setOpen(true);
      setActive(move.active);
    } else if (move.kind === 'move') setActive(move.active);
    else if (move.kind === 'choose' && option !== undefined) choose(option);
    else if (move.kind === 'clear') typed('');
    else setOpen(false);
  };
  return (
    <Field label={label} name={name} id={id} required={required} mark={mark} help={help} error={error} quiet={quiet} fieldClass={fieldClass}>
      {(control) => (
        <div className="combo">
          <input
            {...control}
            className="in"
            type="text"
            name={name}
            value={value}
            placeholder={placeholder}
            maxLength={maxLength}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            role="combobox"
            aria-expanded={isShown}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
            onChange={(event) => typed(event.currentTarget.value)}
            onFocus={() => setOpen(isLong && options.length > 0)}
            onBlur={() => setOpen(false)}
            onKeyDown={pressed}
          />
          {busy && <Icon of={LoaderCircle} size={18} className="spin combo-busy" />}
          <span className="sr" role="status">
            {isShown ? (options.length === 0 ? 'Nothing found' : `${options.length} ${options.length === 1 ? 'suggestion' : 'suggestions'}`) : ''}
          </span>
          {/* Pressing in the list must not take the focus from the input, or the list would close before the click. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is */}
          <div className="combo-list" ref={list} hidden={!isShown} onMouseDown={(event) => event.preventDefault()}>
            <div id={listId} role="listbox" aria-label="Suggestions">
              {options.map((option, at) => (
                // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: keys are the input's
                <div
                  key={keyOf(option)}
                  id={`${listId}-${at}`}
                  role="option"
                  aria-selected={at === active}
                  className="combo-opt"
                  onClick={() => choose(option)}
                  onMouseMove={() => setActive(at)}
                >
                  {render(option)}
                </div>
              ))}
            </div>
            {options.length === 0 && <p className="combo-say">{nothing ?? 'Nothing found.'}</p>}
            {footer}
          </div>
        </div>
      )}
    </Field>
  );
}
