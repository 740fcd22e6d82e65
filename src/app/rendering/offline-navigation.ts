import { useEffect } from 'react';
import type { Location } from 'react-router';
import { useConnectionAlert, useConnectionState } from '#platform/realtime/client/react.tsx';
import { useToast } from '#ui/feedback/toast.tsx';
import { useMoveGuard } from '#ui/form/move-guard.tsx';

const probeMs = 3_000;
/** The minimum interval between a visitor's reachability checks. */
const probeEveryMs = 10_000;
/** Their forms show a network failure beside the input themselves (ER-01). */
const speakForThemselves = /^\/auth\/(sign-(in|up)|complete-profile)$/;
/** It shows what the browser has stored, or says that nothing is stored (ER-07). */
const readWithout = '/profile';

type Place = Pick<Location, 'pathname' | 'search' | 'hash'>;

/**
 * Whether a navigation requires a reachability check: a hash is on the page already, and these forms handle failures
 * themselves.
 */
function needsServer(from: Place, to: Place): boolean {
  if (to.pathname === readWithout) return false;
  const isSamePage = from.pathname === to.pathname && from.search === to.search;
  return !isSamePage || (from.hash === to.hash && !speakForThemselves.test(to.pathname));
}

/**
 * Blocks navigation while the network or the server is unreachable: a link, a form or the Back button would replace the
 * page, and unsaved input, with the browser's own error page. Where only the live connection is lost, the server is
 * checked and the navigation goes on if it answers. A visitor has no such connection: there the server is checked when
 * the pointer or the focus enters a link.
 */
export function useStayReadable(): void {
  const { shown } = useConnectionAlert();
  const state = useConnectionState();
  const isLost = state === 'disconnected' || shown;
  const toast = useToast();
  const held = useMoveGuard(
    ({ currentLocation: from, nextLocation: to }) =>
      (isLost || isOutOfReach() || !navigator.onLine) && needsServer(from, to),
    true,
  );
  useProbeBeforeLinks(state === 'off');
  useEffect(() => markOutOfReach(isLost), [isLost]);
  useEffect(() => {
    if (!held) return;
    let isCurrent = true;
    void serverAnswers().then((answers) => {
      if (!isCurrent) return;
      markOutOfReach(!answers);
      if (answers) return held.proceed();
      held.reset();
      toast({
        tone: 'bad',
        title: 'Couldn’t connect',
        text: 'Nothing was sent, and this page stays open. Check your connection and try again.',
      });
    });
    return () => {
      isCurrent = false;
    };
  }, [held, toast]);
}

/** While `isOn`, checks the server when the pointer or the focus enters an internal link. */
function useProbeBeforeLinks(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    let lastMs = Number.NEGATIVE_INFINITY;
    const probe = ({ target }: Event) => {
      const isLink = target instanceof Element && target.closest('a[href^="/"]') !== null;
      if (!isLink || performance.now() - lastMs < probeEveryMs) return;
      lastMs = performance.now();
      void serverAnswers().then((answers) => markOutOfReach(!answers));
    };
    document.addEventListener('pointerover', probe);
    document.addEventListener('focusin', probe);
    return () => {
      document.removeEventListener('pointerover', probe);
      document.removeEventListener('focusin', probe);
    };
  }, [isOn]);
}

/** Publishes whether the server is known to be unreachable. */
function markOutOfReach(isOut: boolean): void {
  document.documentElement.toggleAttribute('data-out-of-reach', isOut);
}

const isOutOfReach = () => document.documentElement.hasAttribute('data-out-of-reach');

async function serverAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    return (await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(probeMs) })).ok;
  } catch {
    return false;
  }
}
