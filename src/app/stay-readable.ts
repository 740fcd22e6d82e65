import { useEffect, useRef } from 'react';
import { createPath, type Location } from 'react-router';
import { useConnectionAlert, useConnectionState } from '#platform/realtime/react.tsx';
import { useMoveGuard } from '#ui/move-guard.tsx';
import { isCodeMissing, isOutOfReach, markOutOfReach } from '#ui/read-ahead.ts';
import { useToast } from '#ui/toast.tsx';

const probeMs = 3_000;
/** Their forms say themselves that the network failed, beside what was typed (ER-01). */
const speakForThemselves = /^\/auth\/(sign-(in|up)|complete-profile)$/;
/** It shows what the browser keeps, or says that it keeps nothing (ER-07). */
const readWithout = '/profile';

type Place = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** Whether a move has to ask the server first: a hash is on the page already, and these forms have an answer of their own. */
function needsServer(from: Place, to: Place): boolean {
  if (to.pathname === readWithout) return false;
  const isSamePage = from.pathname === to.pathname && from.search === to.search;
  return !isSamePage || (from.hash === to.hash && !speakForThemselves.test(to.pathname));
}

/**
 * Keeps a page where it is while the network or the server is away: a link, a form or the Back button would trade what can be read, and what was
 * typed, for the browser's own error page. Where only the live connection is lost, the server is asked and the move goes on if it answers. A visitor
 * has no such connection: there a link whose page's code could not be read ahead says that the server may be away.
 */
export function useStayReadable(): void {
  const { shown } = useConnectionAlert();
  const isLost = useConnectionState() === 'disconnected' || shown;
  const toast = useToast();
  const move = useRef<{ to: Place; sends: boolean }>(null);
  const held = useMoveGuard(({ currentLocation: from, nextLocation: to }) => {
    // Asked once more after the press, when nothing says any longer what it was.
    if (move.current?.to !== to) move.current = { to, sends: isSending() };
    return (isLost || isOutOfReach() || !navigator.onLine) && needsServer(from, to);
  }, true);
  useEffect(() => markOutOfReach(isLost), [isLost]);
  useEffect(() => {
    if (!held) return;
    let isCurrent = true;
    void serverAnswers().then((answers) => {
      if (!isCurrent) return;
      markOutOfReach(!answers);
      const { to, sends } = move.current ?? {};
      // What a form sends is no address: it goes on as it is.
      if (answers && isCodeMissing && to && !sends && location.pathname !== to.pathname) return location.assign(createPath(to));
      if (answers) return held.proceed();
      held.reset();
      toast({ tone: 'bad', title: 'That needs a connection', text: 'Nothing was sent. What is open here stays as it is.' });
    });
    return () => {
      isCurrent = false;
    };
  }, [held, toast]);
}

/** Whether what is being done is the sending of a form that changes something: the router does not tell, and nothing but a form has a method. */
const isSending = () => (event?.target as HTMLFormElement)?.method === 'post';

async function serverAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    return (await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(probeMs) })).ok;
  } catch {
    return false;
  }
}
