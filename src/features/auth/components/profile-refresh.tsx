import { useEffect, useRef } from 'react';
import { preloadModule } from 'react-dom';
import { usePageRefresh } from '#platform/realtime/client/react.tsx';
import { browserParts, dropOthers, fetchOwnProfile } from '../own-profile/cached-profile.ts';
import { checkProfile, profilePolicy, type ShownProfile } from '../own-profile/profile-cache.ts';

export type ShownOfMember = Omit<ShownProfile, 'needsProfileCompletion'> & { needsCompletion: boolean };

interface ProfileRefreshProps {
  viewer: ShownOfMember;
  /** The script files of the own profile's page. */
  files: readonly string[];
}

/**
 * Caches the member's own profile in the browser by the policy: their page works offline, and the header (name,
 * picture, tier) follows changes by other devices and admins. Renders nothing. Preloads the page's code after the
 * server has answered, since it could not be loaded offline.
 */
export default function ProfileRefresh({ viewer, files }: ProfileRefreshProps) {
  const refresh = usePageRefresh();
  const latest = useRef({ viewer, refresh, files });
  useEffect(() => {
    latest.current = { viewer, refresh, files };
  });
  const { id } = viewer;
  useEffect(() => {
    dropOthers(id);
    const parts = browserParts(fetchOwnProfile);
    const check = async () => {
      if (document.hidden) return;
      // A refusal means that the session has ended: the user's next action reports it.
      const answer = await checkProfile(parts).catch(() => null);
      // `PrefetchPageLinks` reloads the whole page when a file cannot be fetched. A failed preload has no effect.
      if (answer) for (const file of latest.current.files) preloadModule(file);
      if (answer && 'profile' in answer && differs(latest.current.viewer, answer.profile)) latest.current.refresh();
    };
    void check();
    const timer = setInterval(() => void check(), profilePolicy.recheckMs);
    return () => clearInterval(timer);
  }, [id]);
  return null;
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
