import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';

type Move = Parameters<BlockerFunction>[0];

/** A move inside the app that a guard holds: it goes on, to the next guard if there is one, or the page stays. */
export interface HeldMove {
  proceed(): void;
  reset(): void;
}

interface Guard {
  holds(move: Move): boolean;
  tell(held: HeldMove | null): void;
}

const context = createContext<Guard[]>([]);

/** React Router supports one blocker at a time; this runs any number of guards in order. */
export function MoveGuards({ children }: { children: ReactNode }) {
  const [guards] = useState<Guard[]>(() => []);
  const last = useRef<Move | null>(null);
  const blocker = useBlocker((move) => {
    last.current = move;
    return guards.some((guard) => guard.holds(move));
  });
  useEffect(() => {
    const move = last.current;
    if (blocker.state !== 'blocked' || !move) return;
    const waiting = guards.filter((guard) => guard.holds(move));
    let holder: Guard | undefined;
    const next = () => {
      holder?.tell(null);
      holder = waiting.shift();
      if (!holder) return blocker.proceed();
      const reset = () => {
        holder?.tell(null);
        blocker.reset();
      };
      holder.tell({ proceed: next, reset });
    };
    next();
    return () => holder?.tell(null);
  }, [blocker, guards]);
  return <context.Provider value={guards}>{children}</context.Provider>;
}

/**
 * Blocks navigations away from the page; returns the blocked one. With `first` it is called before the guards of the
 * page.
 */
export function useMoveGuard(holds: (move: Move) => boolean, first = false): HeldMove | null {
  const guards = useContext(context);
  const [held, setHeld] = useState<HeldMove | null>(null);
  const latest = useRef(holds);
  useEffect(() => {
    latest.current = holds;
  });
  useEffect(() => {
    const guard: Guard = { holds: (move) => latest.current(move), tell: setHeld };
    if (first) guards.unshift(guard);
    else guards.push(guard);
    return () => {
      guards.splice(guards.indexOf(guard), 1);
    };
  }, [guards, first]);
  return held;
}
