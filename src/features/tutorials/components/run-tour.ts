import { type Driver, driver, type PopoverDOM } from 'driver.js';
import type { TutorialKey } from '#features/members/words.ts';
import { type GuideFacts, type GuideStep, guidesWith } from '../contract.ts';
import './tour.css';

export interface TourParts {
  /** Opens the step of the form that the tour is about to point at. */
  openFormStep(step: string): void;
  /** Leaves the form as it stood before. */
  closeForm(): void;
  /** The person has seen the last step, or has ended the tour before. */
  onEnd(isWhole: boolean): void;
}

/** How long a part of the page may take to appear. */
const appearMs = 2_000;

/**
 * Walks through the steps that this page has, one part of it in the light at a time. What it answers stops the tour
 * without a word.
 */
export function runTour(of: TutorialKey, facts: GuideFacts, { openFormStep, closeForm, onEnd }: TourParts): () => void {
  const { steps: all } = guidesWith(facts)[of];
  const steps = all.filter((step) => step.formStep || findAnchor(step));
  const isStill =
    matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset.motion === 'less';
  let isOver = false;

  const end = (isWhole: boolean) => {
    if (isOver) return;
    stop();
    if (all[0]?.formStep) closeForm();
    onEnd(isWhole);
  };
  const stop = () => {
    isOver = true;
    keys.abort();
    setInert(false);
    tour.destroy();
  };
  const go = async (index: number) => {
    const step = steps[index];
    if (!step) return end(true);
    if (step.formStep) openFormStep(step.formStep);
    await untilShown(step);
    if (isOver) return;
    bringOut(findAnchor(step));
    if (tour.isActive()) tour.moveTo(index);
    else tour.drive(index);
  };
  const turn = (by: number) => void go((tour.getActiveIndex() ?? 0) + by);
  // The library's own keys are off: it forgets an arrow that is pressed while the light still moves, as a person in a
  // hurry does.
  const keys = new AbortController();
  const onKey = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if (altKey || ctrlKey || metaKey) return;
    if (key === 'Escape') end(false);
    if (key === 'ArrowRight') turn(1);
    if (key === 'ArrowLeft' && (tour.getActiveIndex() ?? 0) > 0) turn(-1);
  };
  addEventListener('keyup', onKey, { signal: keys.signal });

  const tour: Driver = driver({
    steps: steps.map((step) => ({
      element: () => findAnchor(step) as Element,
      popover: { title: step.title, description: step.text },
    })),
    allowKeyboardControl: false,
    animate: !isStill,
    duration: 240,
    overlayColor: 'oklch(0.1 0.02 268)',
    overlayOpacity: 0.55,
    stagePadding: 8,
    stageRadius: 14,
    disableActiveInteraction: true,
    popoverClass: 'tour',
    showProgress: true,
    progressText: '{{current}} of {{total}}',
    nextBtnText: 'Next',
    prevBtnText: 'Back',
    doneBtnText: 'Done',
    onPopoverRender: (popover) => dress(popover),
    onHighlighted: (element) => {
      if (element) unmark(element);
      // Whoever goes on before the light has arrived leaves it standing on what came before, which could not be pressed
      // any more.
      for (const other of document.querySelectorAll('.driver-active-element')) {
        if (other === element) continue;
        unmark(other);
        other.classList.remove('driver-active-element', 'driver-no-interaction');
      }
    },
    onNextClick: () => turn(1),
    onPrevClick: () => turn(-1),
    onDestroyStarted: () => end(false),
  });
  setInert(true);
  void go(0);
  return stop;
}

/** The library marks what is in the light as the opener of a menu, which a heading or a list must not be. */
function unmark(part: Element): void {
  for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) part.removeAttribute(name);
}

/** The first part of the page with one of these names that is there to be seen. */
function findAnchor({ anchors }: GuideStep): Element | null {
  for (const name of anchors) {
    for (const part of document.querySelectorAll(`[data-guide="${name}"]`)) if (part.checkVisibility()) return part;
  }
  return null;
}

/**
 * The library looks at the window alone: on small screens fixed bars lie over its lower end, as far as the page's
 * scroll padding says.
 */
function bringOut(part: Element | null): void {
  if (!part || getComputedStyle(part).position === 'fixed') return;
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0;
  if (part.getBoundingClientRect().bottom > innerHeight - covered)
    part.scrollIntoView({ block: 'center', behavior: 'instant' });
}

function untilShown(step: GuideStep): Promise<void> {
  const from = performance.now();
  return new Promise((resolve) => {
    const look = () => {
      if (findAnchor(step) || performance.now() - from > appearMs) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Buttons as elsewhere; focus on the one that goes on, once the library has put it on the first. */
function dress({ wrapper, nextButton, previousButton, closeButton }: PopoverDOM): void {
  wrapper.setAttribute('aria-modal', 'true');
  nextButton.classList.add('btn', 'sm', 'primary');
  previousButton.classList.add('btn', 'sm');
  closeButton.classList.add('ib', 'sm');
  closeButton.setAttribute('aria-label', 'End the tour');
  queueMicrotask(() => nextButton.focus({ preventScroll: true }));
}

/**
 * The page is dimmed: neither keys nor a screen reader should wander off into it. Live regions and toasts go on
 * speaking.
 */
function setInert(isInert: boolean): void {
  for (const part of document.querySelectorAll('body > :is(a, header, main, footer, nav)'))
    part.toggleAttribute('inert', isInert);
}
