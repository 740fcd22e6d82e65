import { Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router';
import { dayMs } from '#kernel/time.ts';
import { useToast } from '#ui/feedback/toast.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { isOnTheWay, wasLed } from '../redirect/redirect-record.ts';
import {
  claimIntent,
  findIntent,
  forgetIntents,
  replayNow,
  takeIntent,
  withStorage,
} from '../redirect/redirect-storage.ts';
import { clearBrowser, needsCompletionKey, signOutKey } from '../sign-in/sessions/sign-out-browser.ts';
import type { ShownOfMember } from './profile-refresh.tsx';

/** Visitors have no profile to keep. */
const ProfileRefresh = lazyPart(() => import('./profile-refresh.tsx'));

/** For so long an open tab may take for granted who is signed in (GD-06, LI-04). */
const authStateLifeMs = dayMs;

/** No address: whoever has arrived has been replayed what was theirs, and goes on by themselves. */
const there = 'there';

/**
 * Sits in the frame of every page and shows nothing. It replays what a visitor was about to do once they are signed in
 * and complete, keeps the browser's flags, and lets every tab follow a sign-out.
 */
export function AccountRefresh({
  viewer,
  profileFiles,
}: {
  viewer: ShownOfMember | null;
  profileFiles: readonly string[];
}) {
  useReplay(viewer);
  useSignOut(viewer);
  useAuthState(viewer);
  const needsCompletion = viewer?.needsCompletion ?? false;
  useEffect(() => {
    withStorage((storage) =>
      needsCompletion ? storage.setItem(needsCompletionKey, 'true') : storage.removeItem(needsCompletionKey),
    );
  }, [needsCompletion]);
  return (
    viewer && (
      <Suspense>
        <ProfileRefresh viewer={viewer} files={profileFiles} />
      </Suspense>
    )
  );
}

function useReplay(viewer: { id: string; needsCompletion: boolean } | null): void {
  const toast = useToast();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const uid = viewer?.id ?? null;
  const isIn = viewer !== null && !viewer.needsCompletion;
  const hasArrived = isIn && !isOnTheWay(pathname);
  /**
   * Where this page's person was when they were last seen without being let in; null where nothing is known of that;
   * `there` once they have arrived.
   */
  const waitedAt = useRef<string | null>(null);
  useEffect(() => {
    const here = pathname + search + hash;
    if (!hasArrived) {
      waitedAt.current = isIn ? null : here;
      if (uid !== null) claimIntent(uid);
      return;
    }
    const from = waitedAt.current;
    if (from === there) return;
    waitedAt.current = there;
    const record = findIntent();
    if (from !== null && !wasLed(from, here, record && replayNow(record), location.origin)) {
      // Whoever has left the sign-in page for another is not taken back; a tab that was never there leaves the intent
      // to the one that was.
      if (uid !== null && isOnTheWay(from)) takeIntent(uid);
      return;
    }
    const replay = uid === null ? null : takeIntent(uid);
    if (!replay) return;
    const arrive = async () => {
      if (replay.to !== here) await navigate(replay.to, { replace: true });
      if (replay.toast) toast({ title: replay.toast });
    };
    void arrive();
  }, [uid, isIn, hasArrived, navigate, toast, pathname, search, hash]);
}

function useSignOut(viewer: { id: string } | null): void {
  const { formAction, state } = useNavigation();
  const wasSignedIn = useRef(viewer !== null);
  const isFollowing = useRef(false);
  const isSigningOut = state !== 'idle' && formAction === '/auth/sign-out';
  useEffect(() => {
    if (isSigningOut) withStorage((storage) => storage.setItem(signOutKey, 'true'));
  }, [isSigningOut]);
  useEffect(() => {
    const isOver = wasSignedIn.current && viewer === null;
    wasSignedIn.current = viewer !== null;
    if (!isOver) return;
    // The live connection may have told of the ended session before the other tab was done; then the guard has been
    // here, and home is elsewhere.
    void clearBrowser().then(() => isFollowing.current && location.replace('/'));
  }, [viewer]);
  useEffect(() => {
    // Only other tabs hear this event. The flag goes last, so the browser is clear when they follow; each has a storage
    // of its own beside it.
    const follow = (event: StorageEvent) => {
      if (event.key !== signOutKey) return;
      if (event.newValue === null) {
        if (!isFollowing.current && !wasSignedIn.current) return;
        withStorage(() => sessionStorage.clear());
        location.replace('/');
      } else if (wasSignedIn.current) {
        isFollowing.current = true;
        forgetIntents();
      }
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, []);
}

/** What the page knows of its person is as old as the frame's data; when that is too old, it is read again. */
function useAuthState(viewer: { id: string } | null): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!viewer) return;
    const readAt = Date.now();
    const look = () => {
      if (!document.hidden && Date.now() - readAt >= authStateLifeMs) void revalidate();
    };
    const timer = setTimeout(look, authStateLifeMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [viewer, revalidate]);
}
