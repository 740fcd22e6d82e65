import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { onboardingKey, withStorage } from '#features/auth/widgets.tsx';
import { isOnboarded, type TutorialFlags, type TutorialKey } from '#features/members/words.ts';
import type { GuideFacts } from '../contract.ts';

/** What the layout knows of the current user. */
export interface GuidedViewer {
  id: string;
  /** No tour is offered any more. */
  onboardingCompleted: boolean;
  tutorials: TutorialFlags;
}

interface Guides {
  /** Facts of features to the right that the steps mention. */
  facts: GuideFacts;
  isMember: boolean;
  isOffered(key: TutorialKey): boolean;
  /** The running tour. */
  running: TutorialKey | null;
  run(key: TutorialKey | null): void;
  /** Finished, ended early or declined: it is not offered again. */
  finish(key: TutorialKey): void;
}

const context = createContext<Guides | null>(null);

/** State of tour offers, above all pages: it survives client-side navigation, and `onboarding_completed` follows it. */
export function GuidesProvider({
  viewer,
  facts,
  children,
}: {
  viewer: GuidedViewer | null;
  facts: GuideFacts;
  children: ReactNode;
}) {
  const [state, setState] = useState(() => stateOf(viewer));
  const [running, run] = useState<TutorialKey | null>(null);
  // After a reload the server's state wins; it includes what this tab has ended.
  if (state.known !== viewer) setState(stateOf(viewer));

  const isMember = viewer !== null;
  const isDone = state.isDone;
  useEffect(() => {
    if (isMember)
      withStorage((storage) => (isDone ? storage.setItem(onboardingKey, 'true') : storage.removeItem(onboardingKey)));
  }, [isMember, isDone]);

  const finish = useCallback((key: TutorialKey) => {
    setState(({ known, over }) => stateWith(known, { ...over, [key]: true }));
    storeOnProfile(key);
  }, []);
  const value = useMemo<Guides>(
    () => ({ facts, isMember, isOffered: (key) => isMember && !isDone && !state.over[key], running, run, finish }),
    [facts, isMember, isDone, state, running, finish],
  );
  return <context.Provider value={value}>{children}</context.Provider>;
}

export function useGuides(): Guides {
  const guides = useContext(context);
  if (!guides) throw new Error('guides need a GuidesProvider above them');
  return guides;
}

const nothingOver: TutorialFlags = { firstPurchase: false, firstSale: false };

function stateOf(viewer: GuidedViewer | null) {
  return stateWith(viewer, viewer?.tutorials ?? nothingOver);
}

function stateWith(known: GuidedViewer | null, over: TutorialFlags) {
  return { known, over, isDone: (known?.onboardingCompleted ?? false) || isOnboarded(over) };
}

/**
 * `keepalive` survives a tab that is closed at once. When the request fails the tour is offered once more, which is
 * better than a wait.
 */
function storeOnProfile(key: TutorialKey): void {
  void fetch('/api/profile', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tutorialPreferences: { [key]: true } }),
    keepalive: true,
  }).catch(() => undefined);
}
