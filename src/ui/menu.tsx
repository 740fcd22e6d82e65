import { Check, type LucideIcon } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { cn } from './cn.ts';
import { shownCount } from './count.ts';
import { Icon } from './icon.tsx';
import { nextIndex } from './page/tabs.tsx';

export interface MenuProps {
  /** Named for all: read aloud, and the tooltip of an icon button. */
  label: string;
  /** What the button shows. */
  trigger: ReactNode;
  triggerClass?: string;
  testId?: string;
  /** Where a second button opens the same menu, by its `popovertarget`. */
  id?: string;
  /**
   * A function where a page has very many menus: its items are rendered when the button gets the pointer or focus, and
   * without script there is no menu.
   */
  children: ReactNode | (() => ReactNode);
}

/**
 * A menu button. The browser's own popover opens and closes it, so it opens before scripts have loaded; the script adds
 * the arrow keys and moves the focus.
 */
export function Menu({ label, trigger, triggerClass = 'ib', testId, id: ownId, children }: MenuProps) {
  const usualId = useId();
  const id = ownId ?? usualId;
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const isLate = typeof children === 'function';
  const [isNear, setNear] = useState(false);
  const near = isLate && !isNear ? () => setNear(true) : undefined;

  const items = () => [
    ...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])') ?? []),
  ];
  const toggled = (event: ToggleEvent<HTMLDivElement>) => {
    const isOpen = event.newState === 'open';
    setOpen(isOpen);
    if (!isOpen) return;
    if (near) flushSync(near);
    const opener = [...document.querySelectorAll<HTMLElement>(`[popovertarget="${id}"]`)].find(isShown);
    if (opener && list.current) placeBelow(opener, list.current);
    const all = items();
    (all.find((item) => item.getAttribute('aria-checked') === 'true') ?? all[0])?.focus();
  };
  const pressed = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = nextIndex(event.key, at, all.length) ?? byLetter(event, all, at);
    if (event.key === 'Tab') list.current?.hidePopover();
    if (next === null) return;
    event.preventDefault();
    all[next]?.focus();
  };
  return (
    <span className={cn('menubox', isLate && 'late')} data-testid={testId}>
      <button
        ref={button}
        type="button"
        className={triggerClass}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
        data-tip={open ? undefined : label}
        onPointerEnter={near}
        onFocus={near}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          list.current?.showPopover();
        }}
      >
        {trigger}
      </button>
      <div
        ref={list}
        id={id}
        className="menu"
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onToggle={toggled}
        onKeyDown={pressed}
        onClick={(event) => {
          if ((event.target as Element).closest('[role^=menuitem]')) list.current?.hidePopover();
        }}
      >
        {isLate ? isNear && children() : children}
      </div>
    </span>
  );
}

const isShown = ({ offsetParent }: HTMLElement) => offsetParent !== null;

/** For browsers without anchor positioning: below the button, its right edges in line, inside the window. */
export function placeBelow(button: HTMLElement, list: HTMLElement): void {
  if (CSS.supports('position-area: block-end span-inline-start')) return;
  const { bottom, top, right } = button.getBoundingClientRect();
  const { offsetHeight, offsetWidth } = list;
  const below = bottom + 6 + offsetHeight <= innerHeight;
  list.style.top = `${below ? bottom + 6 : Math.max(8, top - 6 - offsetHeight)}px`;
  list.style.left = `${Math.max(8, Math.min(right, innerWidth - 8) - offsetWidth)}px`;
}

function byLetter(event: KeyboardEvent, items: HTMLElement[], at: number): number | null {
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return null;
  const starts = (item: HTMLElement) =>
    (item.textContent ?? '').trim().toLowerCase().startsWith(event.key.toLowerCase());
  const after = items.findIndex((item, index) => index > at && starts(item));
  const found = after === -1 ? items.findIndex(starts) : after;
  return found === -1 ? null : found;
}

interface ItemLook {
  icon?: LucideIcon;
  children: ReactNode;
}

interface MenuLinkProps extends ItemLook {
  to: string;
  /** What waits there, and what one more is called for a screen reader: `new`. */
  count?: { n: number; waits: string | null; testId: string } | undefined;
}

export function MenuLink({ to, icon, children, count }: MenuLinkProps) {
  return (
    <Link to={to} role="menuitem" tabIndex={-1} className="menu-i">
      {icon && <Icon of={icon} />}
      {children}
      {count && (
        <b className={cn('menu-n', count.n === 0 && 'none')}>
          <span data-testid={count.testId}>{shownCount(count.n)}</span>
          <span className="sr"> {count.waits}</span>
        </b>
      )}
    </Link>
  );
}

/** A button of a menu; inside a form of its own it may submit (`type="submit"`). */
export function MenuButton({
  icon,
  danger,
  children,
  type = 'button',
  ...rest
}: ItemLook & { danger?: boolean } & ComponentProps<'button'>) {
  return (
    <button {...rest} type={type} role="menuitem" tabIndex={-1} className={cn('menu-i', danger && 'dangerx')}>
      {icon && <Icon of={icon} />}
      {children}
    </button>
  );
}

/** One of several of which one is chosen. */
export function MenuRadio({
  icon,
  checked,
  onChoose,
  children,
}: ItemLook & { checked: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={checked}
      tabIndex={-1}
      className="menu-i"
      onClick={onChoose}
    >
      {icon && <Icon of={icon} />}
      {children}
      <Icon of={Check} size={16} className="tick" />
    </button>
  );
}

export function MenuSeparator() {
  return <hr className="menu-s" />;
}

/** Who or what the menu is about, above its items. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return (
    <div className="menu-h" role="presentation">
      {children}
    </div>
  );
}
