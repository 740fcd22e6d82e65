import { Form } from 'react-router';
import { browseAddress, Carousel, gameName } from '#features/listings/widgets.tsx';
import { Button } from '#ui/button.tsx';
import { NeedsPanel } from '../dashboard/needs-panel.tsx';
import { FirstStepsPanel } from './first-steps.tsx';
import './home.css';
import type { HomeData } from './home.server.ts';

/** Tasks that the home page lists; the dashboard has the others. */
const mostNeeds = 3;

type Props = Pick<HomeData, 'liked' | 'viewerId' | 'now'> & { member: NonNullable<HomeData['member']> };

/** What is a member's own on the home page. Each part is absent while there is nothing in it. */
export default function MemberHome({ member, liked, viewerId, now }: Props) {
  const { firstSteps, needs, cheaper, wanted, followed, viewed, inGames, games } = member;
  const [game, ...otherGames] = games;
  const common = { liked, viewerId };
  return (
    <>
      {firstSteps && <FirstStepsPanel steps={firstSteps} />}
      {needs.items.length > 0 && (
        <NeedsPanel className="mt-5" needs={{ ...needs, items: needs.items.slice(0, mostNeeds) }} now={now} />
      )}
      <Carousel
        {...common}
        title="Price drops"
        note="Favorites that cost less than when you favorited them"
        listings={cheaper}
        more={{ to: '/favorites', label: 'Favorites' }}
      />
      <Carousel
        {...common}
        title="Matching listings"
        note="For sale now, from your wanted posts and want lists"
        listings={wanted}
        more={{ to: '/dashboard/wanted', label: 'Wanted posts' }}
      />
      <Carousel
        {...common}
        title="From sellers you follow"
        listings={followed}
        more={{ to: '/saved-searches', label: 'Searches and alerts' }}
      />
      <Carousel
        {...common}
        title={otherGames.length > 0 || game === undefined ? 'New in your games' : `New in ${gameName(game)}`}
        listings={inGames}
        more={{ to: games.length === 1 ? browseAddress({ game }) : '/browse', label: 'View all listings' }}
      />
      <Carousel {...common} title="Recently viewed" listings={viewed} />
      {viewed.length > 0 && (
        <Form method="post" action="/home" className="-mt-6 mb-10">
          <Button type="submit" name="act" value="clear-viewed" size="sm" kind="ghost">
            Clear recently viewed
          </Button>
        </Form>
      )}
    </>
  );
}
