import { useEffect, useState } from 'react';
import { isRouteErrorResponse, Link, useLocation, useRevalidator } from 'react-router';
import { CardEntry } from '#features/catalogue/widgets.tsx';
import { isNetworkFault } from '#platform/http/responses/network-failure.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TileGrid } from '#ui/card/card-tile.tsx';
import { CardBacks } from '#ui/feedback/empty-state.tsx';
import { SearchBox } from '#ui/form/search-box.tsx';
import { useRootData } from '../../rendering/root-data.ts';
import { readSimilar, type SimilarCard } from '../listing/similar-cards.ts';
import { errorFacts, ordersWay, wayOf } from './error-facts.ts';

/** Why a page can't be shown, and what to do about it. */
export default function ErrorPage({ error }: { error: unknown }) {
  const { brand, viewer } = useRootData();
  const { pathname, search } = useLocation();
  const isOffline = useOffline();
  const response = isRouteErrorResponse(error) ? { status: error.status, data: error.data } : null;
  const { kind, title, said } = errorFacts(
    response,
    isOffline ? 'offline' : isNetworkFault(error) ? 'unreached' : 'online',
    pathname,
  );
  const signIn = `/auth/sign-in?next=${encodeURIComponent(pathname + search)}`;
  const similar = readSimilar(response?.data);
  const way = wayOf(response?.data) ?? ordersWay(kind, pathname, Boolean(viewer));
  return (
    <>
      <div className="wrap oops" data-error={kind}>
        <title>{`${title} · ${brand.name}`}</title>
        <meta name="robots" content="noindex" />
        <CardBacks />
        <h1>{title}</h1>
        <p>{said}</p>
        {(kind === 'missing' || kind === 'gone') && <SearchBox />}
        <div className="oops-a">
          {way && (
            <ButtonLink kind="primary" to={way.to}>
              {way.label}
            </ButtonLink>
          )}
          {kind === 'forbidden' && !viewer && (
            <ButtonLink kind="primary" to={signIn}>
              Sign in
            </ButtonLink>
          )}
          {(kind === 'fault' || kind === 'offline' || kind === 'unreached' || kind === 'busy' || kind === 'away') && (
            <TryAgain />
          )}
          <ButtonLink to="/browse" kind={!way && (kind === 'missing' || kind === 'gone') ? 'primary' : 'default'}>
            Browse cards
          </ButtonLink>
          <ButtonLink to="/">Home</ButtonLink>
        </div>
        {kind === 'forbidden' && viewer && !way && (
          <p>
            You’re signed in as {viewer.username}. To use another account, sign out in the account menu, then{' '}
            <Link className="link" to={signIn}>
              sign in
            </Link>
            .
          </p>
        )}
      </div>
      {similar.length > 0 && <Similar cards={similar} />}
    </>
  );
}

function Similar({ cards }: { cards: readonly SimilarCard[] }) {
  return (
    <section className="wrap oops-s" aria-labelledby="similar">
      <h2 id="similar">Similar cards</h2>
      <TileGrid>
        {cards.map((card) => (
          <li key={card.id}>
            <CardEntry card={{ ...card, number: null, rarity: null }} note={card.note} />
          </li>
        ))}
      </TileGrid>
    </section>
  );
}

function TryAgain() {
  const { revalidate, state } = useRevalidator();
  return (
    <Button kind="primary" busy={state === 'loading'} busyLabel="Loading…" onClick={() => void revalidate()}>
      Try again
    </Button>
  );
}

function useOffline(): boolean {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    const read = () => setOffline(!navigator.onLine);
    read();
    addEventListener('online', read);
    addEventListener('offline', read);
    return () => {
      removeEventListener('online', read);
      removeEventListener('offline', read);
    };
  }, []);
  return isOffline;
}
