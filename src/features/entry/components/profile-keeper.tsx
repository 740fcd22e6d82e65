import { useEffect, useRef } from 'react';
import { usePageRefresh } from '#platform/realtime/react.tsx';
import { useReadAhead } from '#ui/read-ahead.ts';
import { askProfile, browserParts, keepOnlyOf } from '../own-profile/kept-profile.ts';
import { checkProfile, profilePolicy, type ShownProfile } from '../own-profile/profile-keeper.ts';

export type ShownOfMember = Omit<ShownProfile, 'needsProfileCompletion'> & { needsCompletion: boolean };

/**
 * Keeps the member's own profile in the browser by the policy: their page can be read without a connection, and what the header says of them (name,
 * picture, tier) follows what another device or an operator changed. Shows nothing.
 */
export default function ProfileKeeper({ viewer }: { viewer: ShownOfMember }) {
  const refresh = usePageRefresh();
  // Without a connection the page's own script could not be had any more. After hydration, so that it does not delay the page's own files.
  const { onFocus: readAhead } = useReadAhead('/profile');
  const latest = useRef({ viewer, refresh, readAhead });
  useEffect(() => {
    latest.current = { viewer, refresh, readAhead };
  });
  const { id } = viewer;
  useEffect(() => {
    keepOnlyOf(id);
    const parts = browserParts(askProfile);
    const look = async () => {
      if (document.hidden) return;
      // A refusal means that the session has ended: the next step that the person takes says so.
      const answer = await checkProfile(parts).catch(() => null);
      // With each answer, though it is fetched once: a page that was woken without a connection has it with the first one.
      if (answer) latest.current.readAhead();
      if (answer && 'profile' in answer && differs(latest.current.viewer, answer.profile)) latest.current.refresh();
    };
    void look();
    const timer = setInterval(() => void look(), profilePolicy.recheckMs);
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
