import { type MouseEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '#ui/lazy-part.ts';
import { placeBelow } from '#ui/menu.tsx';
import { CounterLink, type CounterLinkProps } from '#ui/page/site-header.tsx';

const LatestEntries = lazyPart(() => import('./latest.tsx'));

/**
 * The link to the notifications, which opens the latest of them in a box. On a small screen, with a modifier key and
 * before scripts have loaded it leads to the page. The browser's popover closes it by Escape or a press outside, and
 * returns the focus.
 */
export function Bell(props: CounterLinkProps) {
  const id = useId();
  const { key } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => {
    if (box.current?.matches(':popover-open')) box.current.hidePopover();
  }, [key]);
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || matchMedia('(max-width: 56.25rem)').matches || !box.current?.showPopover) return;
    event.preventDefault();
    if (box.current.matches(':popover-open')) return box.current.hidePopover();
    // A press of the pointer has closed the open box before it is a click.
    if (wasOpen && event.detail > 0) return;
    box.current.showPopover();
    placeBelow(event.currentTarget, box.current);
    box.current.focus();
  };
  return (
    <span className="menubox bell">
      <CounterLink {...props} expanded={open} onPointerDown={() => setWasOpen(open)} onClick={press} />
      <div
        ref={box}
        className="menu"
        popover="auto"
        role="dialog"
        tabIndex={-1}
        aria-labelledby={id}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && (
          <Suspense>
            <LatestEntries id={id} />
          </Suspense>
        )}
      </div>
    </span>
  );
}
