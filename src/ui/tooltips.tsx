import { useEffect, useRef } from 'react';

const delayMs = 350;

/**
 * Shows the `data-tip` of whatever is hovered or has keyboard focus, in one popover for the whole page. It can be
 * hovered itself and Escape hides it. The words are the element's name as well, so the popover itself is hidden from
 * screen readers.
 */
export default function Tooltips() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let owner: HTMLElement | null = null;

    const hide = () => {
      clearTimeout(timer);
      owner = null;
      if (box.current?.matches(':popover-open')) box.current.hidePopover();
    };
    const show = (element: HTMLElement) => {
      const tip = box.current;
      if (!tip || !element.isConnected || !element.dataset.tip) return;
      tip.textContent = element.dataset.tip;
      tip.showPopover();
      place(tip, element);
    };
    const aim = (event: Event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (target && box.current?.contains(target)) return clearTimeout(timer);
      const element = target?.closest<HTMLElement>('[data-tip]') ?? null;
      if (element === owner) return clearTimeout(timer);
      const byKeyboard = event.type === 'focusin';
      if (byKeyboard && !element?.matches(':focus-visible')) return;
      hide();
      owner = element;
      if (element && !(event instanceof PointerEvent && event.pointerType === 'touch'))
        timer = setTimeout(() => show(element), byKeyboard ? 0 : delayMs);
    };
    const leave = () => {
      clearTimeout(timer);
      timer = setTimeout(hide, 120);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    document.addEventListener('pointerover', aim);
    document.addEventListener('pointerout', leave);
    document.addEventListener('focusin', aim);
    document.addEventListener('focusout', hide);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('keydown', key);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', aim);
      document.removeEventListener('pointerout', leave);
      document.removeEventListener('focusin', aim);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('keydown', key);
    };
  }, []);
  return <div ref={box} className="tipbox" popover="manual" aria-hidden="true" />;
}

function place(tip: HTMLElement, owner: HTMLElement): void {
  const { left, width, top, bottom } = owner.getBoundingClientRect();
  const below = bottom + 6 + tip.offsetHeight <= innerHeight;
  tip.style.top = `${below ? bottom + 6 : top - 6 - tip.offsetHeight}px`;
  tip.style.left = `${Math.max(8, Math.min(left + width / 2 - tip.offsetWidth / 2, innerWidth - tip.offsetWidth - 8))}px`;
}
