import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const onServer = typeof document === 'undefined';
const useBeforePaint = onServer ? useEffect : useLayoutEffect;

function wantsStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset.motion === 'less';
}

/** A view transition that the link asked for already moves the page. */
function isTransitioning(): boolean {
  return (
    CSS.supports('selector(:active-view-transition)') && document.documentElement.matches(':active-view-transition')
  );
}

/**
 * What happens on another page after a move inside the app: the page comes in (UI-02), and the focus goes to its
 * heading, so that a keyboard starts there and a screen reader says where one is. Filters and hashes are no other page.
 */
export function useArrival(main: RefObject<HTMLElement | null>): void {
  const { pathname, hash } = useLocation();
  const before = useRef(pathname);
  useBeforePaint(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const page = main.current;
    if (!page) return;
    if (!wantsStillness() && !isTransitioning()) {
      page.animate(
        [
          { opacity: 0, transform: 'translateY(6px)' },
          { opacity: 1, transform: 'none' },
        ],
        { duration: 180, easing: 'cubic-bezier(.2,.8,.2,1)' },
      );
    }
    if (hash) return;
    // A page that asks for one thing alone marks its field.
    const field = page.querySelector<HTMLElement>('[data-autofocus]:not(dialog *)');
    if (field) return field.focus({ preventScroll: true });
    const heading = page.querySelector<HTMLElement>('h1') ?? page;
    if (heading !== page) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname, hash, main]);
}
