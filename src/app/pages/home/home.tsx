import { BadgeCheck, Camera, CreditCard } from 'lucide-react';
import { type CSSProperties, Suspense } from 'react';
import { Link } from 'react-router';
import { Carousel, type TileFacts } from '#features/listings/widgets.tsx';
import { findViewer } from '#features/members/index.server.ts';
import { orderDeadlines } from '#features/orders/words.ts';
import { WantTile } from '#features/wanted/widgets.tsx';
import { formatNumber, plural } from '#kernel/format.ts';
import { timeLeft } from '#kernel/time.ts';
import { pageScope } from '#platform/http/page.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CardBack } from '#ui/card/card-back.tsx';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import { Price } from '#ui/card/price.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import type { Route } from './+types/home.ts';
import './home.css';
import { loadHome } from './home.server.ts';

/** A visitor's browser does not fetch it. */
const MemberHome = lazyPart(() => import('./member-home.tsx'));

export async function loader({ context }: Route.LoaderArgs) {
  const scope = pageScope(context);
  const { platform, actor } = scope;
  const viewer = actor ? await scope.once('viewer', () => findViewer(platform.db, actor)) : null;
  const found = await loadHome(platform, viewer);
  const shown = [...found.featured, ...found.newest].map(({ id }) => `listing:${id}`);
  scope.dependsOn([...(shown.length > 0 ? shown : ['listings']), 'wanted']);
  return { ...found, origin: platform.config.appUrl };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const origin = loaderData?.origin ?? '';
  return pageMeta(matches, {
    description: `Find the exact card you want: ${formatNumber(loaderData?.total ?? 0)} trading cards for sale, with photos, clear conditions and shipping prices.`,
    path: '/',
    image: loaderData?.featured[0]?.photo?.url ?? null,
    jsonLd: {
      '@type': 'WebSite',
      url: `${origin}/`,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${origin}/browse?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  });
};

export default function Home({ loaderData }: Route.ComponentProps) {
  const { total, catalogue, games, featured, newest, ending, liked, wanted, viewerId, now, member } = loaderData;
  return (
    <>
      {!member && <Hero {...loaderData} />}
      <div className="wrap home">
        {member && (
          <div className="hello">
            <h1>{member.isNew ? `Welcome, ${member.username}` : `Welcome back, ${member.username}`}</h1>
            <Suspense>
              <MemberHome member={member} liked={liked} viewerId={viewerId} now={now} />
            </Suspense>
          </div>
        )}
        {games.length > 0 && (
          <nav className="gs mt-8" aria-label="Games">
            <Link className="chip lg" to="/browse">
              All games<span className="tnum dim">{formatNumber(total)}</span>
            </Link>
            {games.map(({ game, label, count }) => (
              <Link key={game} className="chip lg" to={`/browse?game=${game}`}>
                {label}
                <span className="tnum dim">{formatNumber(count)}</span>
              </Link>
            ))}
          </nav>
        )}
        {ending.length > 0 && <EndingSoon listings={ending} now={now} />}
        {total === 0 ? (
          <div className="py-12">
            <EmptyState
              title="No cards for sale yet"
              action={<ButtonLink to="/listings/create">List a card</ButtonLink>}
            >
              New listings appear here as soon as they are published.
            </EmptyState>
          </div>
        ) : (
          <>
            <Carousel
              title="Just listed"
              listings={newest}
              liked={liked}
              viewerId={viewerId}
              more={{ to: '/browse', label: 'View all listings' }}
            />
            <Carousel
              title="Featured"
              note="High-value cards in Excellent condition or better"
              listings={featured}
              liked={liked}
              viewerId={viewerId}
              more={{ to: '/browse?sort=price_desc', label: 'View more high-value cards' }}
            />
          </>
        )}
        {wanted.length > 0 && (
          <section className="my-10" aria-labelledby="wanted-now">
            <div className="shelf-h mb-4">
              <div>
                <h2 id="wanted-now">Latest wanted posts</h2>
              </div>
              <Link className="link" to="/wanted">
                All wanted posts
              </Link>
            </div>
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {wanted.map((want) => (
                <WantTile key={want.id} want={want} level="h3" />
              ))}
            </ul>
          </section>
        )}
        {!member && <HowItWorks catalogue={catalogue} />}
      </div>
    </>
  );
}

type HomeFacts = Route.ComponentProps['loaderData'];

/** What the site is, to a visitor. */
function Hero({ total, catalogue, tries, featured }: Pick<HomeFacts, 'total' | 'catalogue' | 'tries' | 'featured'>) {
  return (
    <section className="hero">
      <div className="wrap hero-in">
        <div className="hero-t">
          <h1>Find the exact card you want</h1>
          <p>
            {total > 0
              ? plural(total, {
                  one: '# card for sale from collectors and small shops, with photos, clear conditions and shipping prices.',
                  other:
                    '# cards for sale from collectors and small shops, with photos, clear conditions and shipping prices.',
                })
              : `No cards for sale yet. Choose from ${formatNumber(catalogue)} printings and list the first card.`}
          </p>
          {tries.length > 0 && (
            <div className="try">
              <span>Try</span>
              {tries.map(({ label, to }) => (
                <Link key={to} className="q inline-flex items-center" to={to}>
                  {label}
                </Link>
              ))}
            </div>
          )}
          {total === 0 && (
            <p className="mt-5">
              <ButtonLink kind="primary" size="xl" to="/listings/create">
                List a card
              </ButtonLink>
            </p>
          )}
        </div>
        <Fan cards={featured.filter(({ photo }) => photo !== null).slice(0, 5)} />
      </div>
    </section>
  );
}

/** Cards that are for sale, held like a hand. */
function Fan({ cards }: { cards: readonly TileFacts[] }) {
  const held: (TileFacts | null)[] = cards.length > 0 ? [...cards] : [null, null, null, null, null];
  // The most expensive is in the middle, the others alternate beside it.
  const order = held.map((_, at) => (at % 2 === 1 ? -1 : 1) * Math.ceil(at / 2));
  return (
    <div className="fan" aria-hidden={cards.length === 0 || undefined}>
      {held
        .map((card, at) => ({ card, place: order[at] ?? 0, first: at === 0 }))
        .sort((a, b) => a.place - b.place)
        .map(({ card, place, first }) => (
          <div
            key={card?.id ?? place}
            className="fan-c"
            style={{ '--i': place, zIndex: 5 - Math.abs(place) } as CSSProperties}
          >
            {card?.photo ? (
              <Link to={`/listings/${card.id}`} aria-label={card.name}>
                <PhotoImg
                  photo={card.photo}
                  sizes="(max-width: 56.25rem) 128px, 186px"
                  priority={first ? 'first' : 'eager'}
                  alt=""
                />
              </Link>
            ) : (
              <CardBack />
            )}
          </div>
        ))}
    </div>
  );
}

function EndingSoon({ listings, now }: { listings: Route.ComponentProps['loaderData']['ending']; now: string }) {
  return (
    <section className="shelf-box" aria-labelledby="ending">
      <div className="shelf-h">
        <div>
          <h2 id="ending">Your listings ending soon</h2>
        </div>
        <Link className="link" to="/dashboard/listings">
          All listings
        </Link>
      </div>
      <ul className="mine-row">
        {listings.map(({ id, name, endsAt, price, photo }) => (
          <li key={id}>
            <Link to={`/listings/${id}`}>
              <span className="mini-art">{photo ? <PhotoImg photo={photo} sizes="42px" alt="" /> : <CardBack />}</span>
              <span className="min-w-0 flex-1">
                <strong className="block truncate">{name}</strong>
                <span className="dim text-[0.8125rem]">{timeLeft(new Date(endsAt), new Date(now))}</span>
              </span>
              <Price value={price} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const lines = [
  {
    icon: Camera,
    title: 'Clear photos and condition',
    text: 'Each listing shows the condition, finish and language. High-value cards always have the seller’s own photos.',
  },
  {
    icon: CreditCard,
    title: 'No surprises at checkout',
    text: `The total includes shipping. Select Buy, and the card is reserved for you for ${orderDeadlines.hold} while you pay.`,
  },
  {
    icon: BadgeCheck,
    title: 'Time to check your card',
    text: `If the seller doesn’t ship within ${orderDeadlines.sendWithin}, you can cancel for a full refund. If the card isn’t as described, report a problem before the order completes.`,
  },
];

function HowItWorks({ catalogue }: { catalogue: number }) {
  return (
    <section className="how" aria-labelledby="how">
      <h2 id="how">How it works</h2>
      <ul>
        {lines.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon of={icon} size={22} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className="how-s">
        Find your card among {formatNumber(catalogue)} printings and list it. The Free plan has 2 active listings.{' '}
        <ButtonLink kind="primary" to="/listings/create">
          List a card
        </ButtonLink>
      </p>
    </section>
  );
}
