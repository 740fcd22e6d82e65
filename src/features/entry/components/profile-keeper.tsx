import { useEffect, useRef } from 'react';
import { preloadModule } from 'react-dom';
import { usePageRefresh } from '#platform/realtime/react.tsx';
import { askProfile, browserParts, keepOnlyOf } from '../own-profile/kept-profile.ts';
import { checkProfile, profilePolicy, type ShownProfile } from '../own-profile/profile-keeper.ts';

export type ShownOfMember = Omit<ShownProfile, 'needsProfileCompletion'> & { needsCompletion: boolean };

/**
 * Keeps the member's own profile in the browser by the policy: their page can be read without a connection, and what the header says of them (name,
 * picture, tier) follows what another device or an operator changed. Shows nothing.
 * The code of their page is loaded too, once the server has answered: without a connection it could not be had any more.
 */
export default function ProfileKeeper({ viewer }: { viewer: ShownOfMember }) {
  const refresh = usePageRefresh();
  const latest = useRef({ viewer, refresh });
  useEffect(() => {
    latest.current = { viewer, refresh };
  });
  const { id } = viewer;
  useEffect(() => {
    keepOnlyOf(id);
    const parts = browserParts(askProfile);
    const look = async () => {
      if (document.hidden) return;
      // A refusal means that the session has ended: the next step that the person takes says so.
      const answer = await checkProfile(parts).catch(() => null);
      if (answer) preloadOwnProfile();
      if (answer && 'profile' in answer && differs(latest.current.viewer, answer.profile)) latest.current.refresh();
    };
    void look();
    const timer = setInterval(() => void look(), profilePolicy.recheckMs);
    return () => clearInterval(timer);
  }, [id]);
  return null;
}

declare global {
  interface Window {
    /** React Router's list of the built routes. */
    __reactRouterManifest?: { routes: Record<string, { module: string; imports?: string[] }> };
  }
}

/** `PrefetchPageLinks` reloads the whole page when a file cannot be fetched. A failed preload has no effect. */
function preloadOwnProfile(): void {
  const route = window.__reactRouterManifest?.routes['features/entry/pages/own-profile'];
  if (route) for (const file of [route.module, ...(route.imports ?? [])]) preloadModule(file);
}

function differs(shown: ShownOfMember, now: ShownProfile): boolean {
  return (
    shown.id === now.id &&
    (shown.username !== now.username ||
      shown.avatarUrl !== now.avatarUrl ||
      shown.tier !== now.tier ||
      shown.role !== now.role ||
      shown.needsCompletion !== now.needsProfileCompletion)
  );
}
