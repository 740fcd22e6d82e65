import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { onboardingKey, withStorage } from '#features/auth/widgets.tsx';
import { isOnboarded, type TutorialFlags, type TutorialKey } from '#features/members/words.ts';
import type { GuideFacts } from '../contract.ts';

/** What the frame knows of the person who looks at the page. */
export interface GuidedViewer {
  id: string;
  /** Nothing is offered any more. */
  onboardingCompleted: boolean;
  tutorials: TutorialFlags;
}

interface Guides {
  /** What the steps say of the rooms to the right. */
  facts: GuideFacts;
  isMember: boolean;
  isOffered(key: TutorialKey): boolean;
  /** The tour that is being taken. */
  running: TutorialKey | null;
  run(key: TutorialKey | null): void;
  /** Taken, ended early or declined: it is not offered again. */
  finish(key: TutorialKey): void;
}

const context = createContext<Guides | null>(null);

/**
 * Holds what is offered to whom, above all pages: it survives moves inside the app, and `onboarding_completed` follows
 * it.
 */
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
  // Read afresh, the server's word counts; it knows of what this tab has ended.
  if (state.known !== viewer) setState(stateOf(viewer));

  const isMember = viewer !== null;
  const isDone = state.isDone;
  useEffect(() => {
    if (isMember)
      withStorage((storage) => (isDone ? storage.setItem(onboardingKey, 'true') : storage.removeItem(onboardingKey)));
  }, [isMember, isDone]);

  const finish = useCallback((key: TutorialKey) => {
    setState(({ known, over }) => stateWith(known, { ...over, [key]: true }));
    keepOnProfile(key);
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
 * Survives a tab that is closed at once. Should this call fail the tour is offered once more: better than keeping a
 * person waiting for it.
 */
function keepOnProfile(key: TutorialKey): void {
  void fetch('/api/profile', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tutorialPreferences: { [key]: true } }),
    keepalive: true,
  }).catch(() => undefined);
}
