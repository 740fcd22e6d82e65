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
import { clearBrowser, isLeavingPage, needsCompletionKey, signOutKey } from '../sign-in/sessions/sign-out-browser.ts';
import type { ShownOfMember } from './profile-refresh.tsx';

/** Visitors have no profile to cache. */
const ProfileRefresh = lazyPart(() => import('./profile-refresh.tsx'));

/** How long an open tab may rely on the known session (GD-06, LI-04). */
const authStateLifeMs = dayMs;

/** No address: after arrival the saved intent has been replayed. */
const there = 'there';

/**
 * Part of every page's layout; renders nothing. Replays a visitor's saved intent once they are signed in and complete,
 * maintains the browser's flags, and lets every tab follow a sign-out.
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
  /** The page where this user last waited for sign-in; null when unknown; `there` after arrival. */
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
      // A user who left the sign-in page is not taken back; a tab that never showed it leaves the intent to the one
      // that did.
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
    // The live connection may have reported the ended session first; then the guard has already redirected this tab.
    void clearBrowser().then(() => isFollowing.current && location.replace('/'));
  }, [viewer]);
  useEffect(() => {
    // Only other tabs get this event. The flag is removed last, so the browser is clear when they follow; each has its
    // own session storage.
    const follow = (event: StorageEvent) => {
      if (event.key !== signOutKey || isLeavingPage()) return;
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

/** The page's knowledge of its user is as old as the layout's data; expired data are reloaded. */
function useAuthState(viewer: { id: string } | null): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!viewer) return;
    const readAt = Date.now();
    const check = () => {
      if (!document.hidden && Date.now() - readAt >= authStateLifeMs) void revalidate();
    };
    const timer = setTimeout(check, authStateLifeMs);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [viewer, revalidate]);
}
