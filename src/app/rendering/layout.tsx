import { type ReactNode, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import { useFetchers, useLocation, useNavigation } from 'react-router';
import { AccountRefresh } from '#features/auth/widgets.tsx';
import { SearchSuggestions } from '#features/listings/widgets.tsx';
import { orderDeadlines } from '#features/orders/words.ts';
import { TierRefresh } from '#features/tiers/widgets.tsx';
import { GuidesProvider } from '#features/tutorials/widgets.tsx';
import { LiveRegions } from '#ui/feedback/announce.tsx';
import { Announcement } from '#ui/feedback/announcement.tsx';
import { RouteProgress } from '#ui/feedback/route-progress.tsx';
import { SandboxNote } from '#ui/feedback/sandbox-note.tsx';
import { LoadingScreen, SkeletonBars } from '#ui/feedback/skeleton.tsx';
import { ToastProvider } from '#ui/feedback/toast.tsx';
import { MoveGuards } from '#ui/form/move-guard.tsx';
import { SearchBox } from '#ui/form/search-box.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { SiteFooter, SiteHeader } from '#ui/page/site-header.tsx';
import { useUserChange } from '#ui/page/user-change.ts';
import { HeaderActions } from '../header/header-actions.tsx';
import { LiveConnection } from '../header/live.tsx';
import { CountsProvider } from '../header/live-counts.tsx';
import { SmallBar } from '../header/small-bar.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useOfflinePage } from '../offline/use-offline-page.ts';
import { waitsForGuard } from './navigation.ts';
import { useStayReadable } from './offline-navigation.ts';
import { useArrival } from './page-arrival.ts';
import { useRootData } from './root-data.ts';

const Tooltips = lazyPart(() => import('#ui/tooltips.tsx'));
const KeyDialogs = lazyPart(() => import('../keys/key-dialogs.tsx'));

/**
 * The frame around every page: skip link, header, page, footer, bottom bar of small screens, live regions and overlays.
 */
export function SiteLayout({ children }: { children: ReactNode }) {
  const root = useRootData();
  const { brand, announcement, nonce, viewer, sandbox, openSandbox, frame } = root;
  const { pathname, search } = useLocation();
  const main = useRef<HTMLElement>(null);
  useArrival(main);
  const isHydrated = useHydrated();
  useOfflinePage();
  return (
    <LiveConnection>
      <CountsProvider>
        <ToastProvider>
          <MoveGuards>
            <a className="skip" href="#main">
              Skip to content
            </a>
            <RouteProgress />
            {openSandbox && <SandboxNote />}
            {announcement && <Announcement key={announcement.id} {...announcement} nonce={nonce} />}
            <SiteHeader
              brand={brand.name}
              logo={brand.logo}
              places={frame.places.main}
              search={
                <SearchBox main query={pathname === '/browse' ? (new URLSearchParams(search).get('q') ?? '') : ''} />
              }
            >
              <HeaderActions />
            </SiteHeader>
            <main id="main" ref={main} tabIndex={-1}>
              <PageOrWait>
                <GuidesProvider viewer={viewer} facts={orderDeadlines}>
                  {children}
                </GuidesProvider>
              </PageOrWait>
            </main>
            <SiteFooter
              brand={brand.name}
              places={frame.places.footer}
              remark={sandbox ? 'Test site: no real payments' : undefined}
            />
            <SmallBar />
            <AccountRefresh viewer={viewer} profileFiles={root.profileFiles} />
            <StayReadable />
            <LiveRegions />
            <Keys />
            {isHydrated && (
              <Suspense>
                <Tooltips />
                <SearchSuggestions />
                {viewer && <TierRefresh viewer={viewer} />}
              </Suspense>
            )}
          </MoveGuards>
        </ToastProvider>
      </CountsProvider>
    </LiveConnection>
  );
}

/** A component of its own, so that a key press does not render the frame again; its code is loaded at the first key. */
function Keys() {
  const [dialog, ask] = useKeys();
  const [isKnown, setKnown] = useState(false);
  if (dialog && !isKnown) setKnown(true);
  return (
    isKnown && (
      <Suspense>
        <KeyDialogs dialog={dialog} ask={ask} />
      </Suspense>
    )
  );
}

/** Must be inside the providers whose hooks it uses. */
function StayReadable() {
  useStayReadable();
  return null;
}

const changesUser = /^\/auth\/(sign-in|sign-up|sign-out|complete-profile)$/;

/** Shows three skeleton bars while the guard decides, and a loading screen while a sign-in or sign-out runs (GD-04). */
function PageOrWait({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { guarded } = useRootData().frame;
  const { state, location, formAction } = useNavigation();
  const isMoving = state === 'loading' && location.pathname !== pathname;
  // A passkey is sent by a fetcher, whose form the navigation that follows does not name.
  const forms = [formAction, ...useFetchers().map((fetcher) => fetcher.formAction)];
  const userChanges = useUserChange() || (isMoving && forms.some((form) => changesUser.test(form ?? '')));
  const guardDecides = isMoving && !userChanges && waitsForGuard(guarded, pathname, location.pathname);
  return (
    <>
      {guardDecides && <SkeletonBars />}
      {userChanges && <LoadingScreen />}
      {/* Hidden, not removed: a refused move brings the page back as it was. */}
      <div hidden={guardDecides || userChanges}>{children}</div>
    </>
  );
}

/**
 * True once React has hydrated the page, which is then marked: tests wait for the mark before they press what needs a
 * script.
 */
function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
    // A transition, since an urgent update would render suspended parts again.
    startTransition(() => setHydrated(true));
  }, []);
  return isHydrated;
}
