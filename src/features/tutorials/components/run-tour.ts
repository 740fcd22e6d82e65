import { type Driver, driver, type PopoverDOM } from 'driver.js';
import type { TutorialKey } from '#features/members/words.ts';
import { type GuideFacts, type GuideStep, guidesWith } from '../contract.ts';
import './tour.css';

export interface TourParts {
  /** Opens the form step that the tour points at next. */
  openFormStep(step: string): void;
  /** Restores the form step that was open before. */
  closeForm(): void;
  /** The user finished or ended the tour. */
  onEnd(isWhole: boolean): void;
}

/** How long an element of the page may take to appear. */
const appearMs = 2_000;

/**
 * Runs the steps that this page has, highlighting one element at a time. The returned function stops the tour silently.
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
  const move = (by: number) => void go((tour.getActiveIndex() ?? 0) + by);
  // The library's keyboard control is off: it drops an arrow key during the highlight's animation.
  const keys = new AbortController();
  const onKey = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if (altKey || ctrlKey || metaKey) return;
    if (key === 'Escape') end(false);
    if (key === 'ArrowRight') move(1);
    if (key === 'ArrowLeft' && (tour.getActiveIndex() ?? 0) > 0) move(-1);
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
      // Going on before the animation has ended would leave the previous element highlighted and blocked.
      for (const other of document.querySelectorAll('.driver-active-element')) {
        if (other === element) continue;
        unmark(other);
        other.classList.remove('driver-active-element', 'driver-no-interaction');
      }
    },
    onNextClick: () => move(1),
    onPrevClick: () => move(-1),
    onDestroyStarted: () => end(false),
  });
  setInert(true);
  void go(0);
  return stop;
}

/** The library sets menu attributes on the highlighted element, which a heading or a list must not have. */
function unmark(part: Element): void {
  for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) part.removeAttribute(name);
}

/** The first visible element with one of these names. */
function findAnchor({ anchors }: GuideStep): Element | null {
  for (const name of anchors) {
    for (const part of document.querySelectorAll(`[data-guide="${name}"]`)) if (part.checkVisibility()) return part;
  }
  return null;
}

/**
 * The library considers the window alone: on small screens fixed bars cover its lower end, by the page's scroll
 * padding.
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
    const check = () => {
      if (findAnchor(step) || performance.now() - from > appearMs) resolve();
      else requestAnimationFrame(check);
    };
    check();
  });
}

/** The app's button style; focus goes to "Next" after the library has focused the first button. */
function dress({ wrapper, nextButton, previousButton, closeButton }: PopoverDOM): void {
  wrapper.setAttribute('aria-modal', 'true');
  nextButton.classList.add('btn', 'sm', 'primary');
  previousButton.classList.add('btn', 'sm');
  closeButton.classList.add('ib', 'sm');
  closeButton.setAttribute('aria-label', 'End the tour');
  queueMicrotask(() => nextButton.focus({ preventScroll: true }));
}

/** The page is dimmed: keys and screen readers must not reach it. Live regions and toasts stay active. */
function setInert(isInert: boolean): void {
  for (const part of document.querySelectorAll('body > :is(a, header, main, footer, nav)'))
    part.toggleAttribute('inert', isInert);
}
