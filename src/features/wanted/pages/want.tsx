import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { artAddress, CardDrawing } from '#features/catalogue/widgets.tsx';
import { finishName } from '#features/catalogue/words.ts';
import { favoriteIds, findListingsByIds } from '#features/listings/index.server.ts';
import { Carousel, languageName, tileFacts } from '#features/listings/widgets.tsx';
import { conditionName } from '#kernel/cards/conditions.ts';
import { formatNumber, plural } from '#kernel/format.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { CardBack } from '#ui/card/card-back.tsx';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Definitions, Note, Panel } from '#ui/page/panel.tsx';
import { copiesOfWant } from '../match/meeting.queries.server.ts';
import '../components/wanted.css';
import { unknownWant } from '../model/want.policy.ts';
import { endNotes, priceWords, termsOf, whichOf } from '../model/want-words.ts';
import { getWantFor } from '../wants.queries.server.ts';

/** The public page of a want. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const want = await getWantFor(platform.db, actor?.id ?? null, params.id ?? '').catch(pageRefusal);
  const now = platform.clock.now();
  const copies =
    want.status === 'open' ? await copiesOfWant(platform.db, { id: want.id, ownerId: want.owner.id }, now) : [];
  const shown = await findListingsByIds(
    platform,
    copies.slice(0, 12).map(({ id }) => id),
    actor?.id ?? null,
  );
  return {
    want,
    isOperator: actor?.role === 'admin',
    viewerId: actor?.id ?? null,
    origin: platform.config.appUrl,
    count: copies.length,
    copies: shown.map(tileFacts),
    liked: actor
      ? [
          ...(await favoriteIds(
            platform,
            actor.id,
            shown.map(({ id }) => id),
          )),
        ]
      : [],
  };
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) => {
  if (!loaderData)
    return pageMeta(matches, {
      title: 'Wanted post not found',
      description: unknownWant,
      path: '/wanted',
      noIndex: true,
    });
  const { want, origin } = loaderData;
  const description = [`Wanted by ${want.owner.username}`, ...termsOf(want)].join(' · ');
  return pageMeta(matches, {
    title: `Wanted: ${want.title}`,
    description,
    path: `/wanted/${want.id}`,
    noIndex: want.status !== 'open' || want.hidden !== null,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'Demand',
      url: `${origin}/wanted/${want.id}`,
      description,
      availabilityEnds: want.expiresAt,
      itemOffered: { '@type': 'Product', name: want.title },
    },
  });
};

export default function WantPage() {
  const { want, viewerId, isOperator: isAdmin, count, copies, liked } = useLoaderData<typeof loader>();
  const { id, title, owner, card, description, status, hidden } = want;
  useLive('wanted', { id });
  const isOwn = viewerId === owner.id;
  const [price, post] = priceWords(want);
  return (
    <div className="wrap pb-16">
      <Breadcrumbs trail={[{ label: 'Wanted', to: '/wanted' }, { label: title }]} />
      <h1 className="my-4">Wanted: {title}</h1>
      {hidden ? (
        <Note tone="warning">
          <strong>We’ve hidden this wanted post. Only you can see it.</strong> Reason: {hidden.reason}{' '}
          <Link to="/settings/decisions">View account status</Link>
        </Note>
      ) : (
        status !== 'open' && <Note tone="info">{endNotes[status]}</Note>
      )}
      <Panel className="want-post mt-4">
        <span className="want-art">
          {card ? <CardDrawing artUrl={artAddress(card.id)} alt={`${title}, placeholder artwork`} /> : <CardBack />}
        </span>
        <div className="min-w-0">
          <p className="want-price">
            <strong>{price}</strong> {post && <span className="dim">{post}</span>}
          </p>
          {description && <p className="body my-3 whitespace-pre-line wrap-anywhere">{description}</p>}
          <Definitions
            rows={[
              ['Card', whichOf(want).join(' · ')],
              ['Condition', want.lowestCondition ? `${conditionName(want.lowestCondition)} or better` : 'Any'],
              ['Language', want.language ? languageName(want.language) : 'Any'],
              ['Finish', want.finish ? finishName(want.finish) : 'Any'],
              ['Quantity', want.quantity > 1 ? formatNumber(want.quantity) : null],
              [
                'Wanted by',
                <Link key="owner" className="link" to={`/profile/${owner.id}`}>
                  {owner.username}
                </Link>,
              ],
            ]}
          />
          <div className="mt-5 flex flex-wrap gap-3">
            {status === 'open' && !isOwn && (
              <ButtonLink kind="primary" to={`/wanted/${id}/answer`}>
                Offer your card
              </ButtonLink>
            )}
            {isOwn && status === 'open' && <ButtonLink to={`/wanted/${id}/edit`}>Edit wanted post</ButtonLink>}
            {isOwn && status === 'expired' && !hidden && (
              <ButtonLink kind="primary" to={`/wanted/${id}/renew`}>
                Renew wanted post
              </ButtonLink>
            )}
            {isOwn && status === 'open' && <ButtonLink to={`/wanted/${id}/end`}>End wanted post</ButtonLink>}
            {card && <ButtonLink to={`/cards/${card.id}`}>View card</ButtonLink>}
            {viewerId !== null && !isOwn && (
              <ButtonLink kind="ghost" to={`/report/wanted/${id}`}>
                Report wanted post
              </ButtonLink>
            )}
            {isAdmin && !isOwn && <ButtonLink to={`/admin/wanted/${id}`}>Open in admin</ButtonLink>}
          </div>
        </div>
      </Panel>
      {status === 'open' && (
        <div className="mt-6" role="status" data-testid="wanted-matches">
          {count === 0 ? (
            <p className="dim">
              {isOwn ? 'No matching listings yet. We’ll notify you when there is one.' : 'No matching listings yet.'}
            </p>
          ) : (
            <p>{plural(count, { one: '# matching listing', other: '# matching listings' })}</p>
          )}
        </div>
      )}
      <Carousel title="Matching listings" listings={copies} liked={liked} viewerId={viewerId} />
    </div>
  );
}
