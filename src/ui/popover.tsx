import { type ReactNode, type ToggleEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { placeBelow } from './menu.tsx';

export interface PopoverProps {
  /** What the button shows, and its name. */
  trigger: ReactNode;
  triggerClass?: string;
  /** The name of the open box. */
  title: string;
  open: boolean;
  onOpen: (open: boolean) => void;
  children: ReactNode;
}

/**
 * A button with a small form below it. The browser's own popover opens and closes it, so it works before scripts have
 * loaded; Escape and a press outside close it, and the browser returns the focus. The script focuses the first field.
 */
export function Popover({ trigger, triggerClass, title, open, onOpen, children }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  /** The last state that the browser reported. */
  const reported = useRef(false);
  const notify = useRef(onOpen);
  useEffect(() => {
    notify.current = onOpen;
  });
  useEffect(() => {
    // It was opened before the page was hydrated.
    if (!box.current?.matches(':popover-open')) return;
    reported.current = true;
    notify.current(true);
  }, []);
  // The browser reports a change later: a box that is open although its closing was reported last was opened again.
  useLayoutEffect(() => {
    if (!open && reported.current) box.current?.hidePopover();
  }, [open]);
  const toggled = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    reported.current = newState === 'open';
    onOpen(newState === 'open');
    if (newState !== 'open' || !button.current || !box.current) return;
    placeBelow(button.current, box.current);
    box.current.querySelector<HTMLElement>('input:not([type=hidden]), button, a')?.focus();
  };
  return (
    <span className="menubox">
      <button
        ref={button}
        type="button"
        className={triggerClass}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
      >
        {trigger}
      </button>
      <div ref={box} id={id} className="menu" popover="auto" role="dialog" aria-label={title} onToggle={toggled}>
        {children}
      </div>
    </span>
  );
}
