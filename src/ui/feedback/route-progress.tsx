import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

interface Place {
  pathname: string;
  search: string;
}

function placeKey({ pathname, search }: Place): string {
  return pathname + search;
}

/**
 * A change of the hash alone stays on the page, and a page that was already visited opens without announcement (UI-01).
 */
export function announcesMove(from: Place, to: Place, visited: ReadonlySet<string>): boolean {
  const key = placeKey(to);
  return key !== placeKey(from) && !visited.has(key);
}

export const progressLingerMs = 100;

/** The 2 px bar of a route change; it goes 100 ms after the change was completed or failed. */
export function RouteProgress() {
  const here = useLocation();
  const { state, location: next } = useNavigation();
  const visited = useRef(new Set<string>());
  const [phase, setPhase] = useState<'off' | 'running' | 'done'>('off');
  const announces = state !== 'idle' && next !== undefined && announcesMove(here, next, visited.current);

  useEffect(() => {
    if (state === 'idle') visited.current.add(placeKey(here));
  }, [state, here]);

  useEffect(() => {
    if (announces) {
      setPhase('running');
      return;
    }
    setPhase((before) => (before === 'running' ? 'done' : before));
    const timer = setTimeout(() => setPhase('off'), progressLingerMs);
    return () => clearTimeout(timer);
  }, [announces]);

  if (phase === 'off') return null;
  return (
    <div
      className={phase === 'done' ? 'route-progress done' : 'route-progress'}
      data-testid="route-progress"
      role="progressbar"
      aria-label="Loading page"
    >
      <i />
    </div>
  );
}
