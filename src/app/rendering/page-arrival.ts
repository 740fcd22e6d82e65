import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const onServer = typeof document === 'undefined';
const useBeforePaint = onServer ? useEffect : useLayoutEffect;

function wantsStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset.motion === 'less';
}

/** A view transition of the link already animates the page. */
function isTransitioning(): boolean {
  return (
    CSS.supports('selector(:active-view-transition)') && document.documentElement.matches(':active-view-transition')
  );
}

/**
 * After a navigation to another page: the page animates in (UI-02), and its heading gets the focus, so that keyboards
 * start there and screen readers announce it. Changed filters and hashes are not another page.
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
    // A page with a single input marks its field.
    const field = page.querySelector<HTMLElement>('[data-autofocus]:not(dialog *)');
    if (field) return field.focus({ preventScroll: true });
    const heading = page.querySelector<HTMLElement>('h1') ?? page;
    if (heading !== page) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname, hash, main]);
}
