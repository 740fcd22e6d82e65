import { Compass } from 'lucide-react';
import { type MouseEvent, type SyntheticEvent, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { TutorialKey } from '#features/members/words.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { useToast } from '#ui/feedback/toast.tsx';
import { Icon } from '#ui/icon.tsx';
import { guideOffers } from '../tutorial-offers.ts';
import { useGuides } from './tutorials-provider.tsx';

const loadTour = () => import('./run-tour.ts');

export interface TourOfferProps {
  of: TutorialKey;
  /** The offer is shown; otherwise the tour only runs. */
  isShown: boolean;
  /** The user requested the tour on another page and was redirected here. */
  isRequested: boolean;
}

/**
 * One line in the page. Without JavaScript its link leads to the same steps at `/guides`, and the other button is a
 * form.
 */
export function TourOffer({ of, isShown, isRequested }: TourOfferProps) {
  const { id, offer } = guideOffers[of];
  const { facts, run, finish } = useGuides();
  const toast = useToast();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const stop = useRef<(() => void) | null>(null);
  useEffect(
    () => () => {
      // The user left the page: the tour was neither taken nor declined, and is offered again.
      stop.current?.();
      run(null);
    },
    [run],
  );

  const begin = async () => {
    run(of);
    const top = scrollY;
    const loaded = await loadTour().catch(() => null);
    if (!loaded) toast({ tone: 'bad', title: 'Couldn’t load the tour', text: 'Check your connection and try again.' });
    // Never over an open dialog.
    if (!loaded || document.querySelector('dialog:modal')) return run(null);
    const before = new URLSearchParams(search);
    before.delete('tour');
    const show = (params: URLSearchParams) =>
      void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true });
    stop.current = loaded.runTour(of, facts, {
      openFormStep: (step) =>
        show(new URLSearchParams([...before].filter(([name]) => name !== 'step').concat([['step', step]]))),
      closeForm: () => show(before),
      onEnd: (isWhole) => {
        stop.current = null;
        scrollTo({ top, behavior: 'instant' });
        run(null);
        finish(of);
        if (!isWhole) toast({ title: 'Tour closed', text: 'You can take it later under Settings, Tours.' });
        focusPage();
      },
    });
  };
  const beginNow = useRef(begin);
  useEffect(() => {
    beginNow.current = begin;
  });
  useEffect(() => {
    if (!isRequested) return;
    void beginNow.current();
    const params = new URLSearchParams(location.search);
    params.delete('tour');
    void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true });
  }, [isRequested, navigate]);

  const press = (event: MouseEvent) => {
    event.preventDefault();
    void begin();
  };
  const decline = (event: SyntheticEvent) => {
    event.preventDefault();
    finish(of);
    toast({ title: 'Tour dismissed', text: 'You can take it later under Settings, Tours.' });
    focusPage();
  };
  if (!isShown) return null;
  return (
    <section
      className="mb-5 flex items-center gap-x-3 gap-y-2 rounded-[12px] border border-border bg-surface py-2.5 pr-2.5 pl-4 max-sm:flex-wrap"
      aria-label="Tour"
    >
      <Icon of={Compass} size={20} className="text-accent-fg max-sm:hidden" />
      <p className="min-w-0 flex-1 text-fg-muted max-sm:basis-full">
        <strong className="font-semibold text-fg">Tour for new members.</strong> {offer}
      </p>
      <div className="flex items-center gap-1">
        <Link
          className={buttonClass({ size: 'sm' })}
          to={`/guides#${id}`}
          onClick={press}
          onPointerEnter={() => void loadTour().catch(() => {})}
        >
          Take the tour
        </Link>
        <form method="post" action="/settings/guides" onSubmit={decline}>
          <input type="hidden" name="decline" value={of} />
          <input type="hidden" name="next" value={pathname + search} />
          <Button type="submit" size="sm" kind="ghost">
            Dismiss tour
          </Button>
        </form>
      </div>
    </section>
  );
}

/** The focused element is gone: focus continues at the page's heading. */
function focusPage(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
