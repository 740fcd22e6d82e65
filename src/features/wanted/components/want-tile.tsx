import { Link } from 'react-router';
import { artAddress, CardDrawing } from '#features/catalogue/widgets.tsx';
import { dayMonthYear } from '#kernel/time.ts';
import { CardBack } from '#ui/card/card-back.tsx';
import { Rating } from '#ui/card/rating.tsx';
import './wanted.css';
import { copyTermsOf, priceWords, statusNames, type WantFacts, whichOf } from '../model/want-words.ts';

/** A wanted post as a tile: the card, the price, the terms, the buyer and the date. The whole tile is one link, through the title. */
export function WantTile({ want, level: Heading = 'h2' }: { want: WantFacts; level?: 'h2' | 'h3' }) {
  const [price, post] = priceWords(want);
  const terms = copyTermsOf(want);
  return (
    <li className="panel want" data-testid="wanted-tile">
      <span className="want-art">
        {want.card ? <CardDrawing artUrl={artAddress(want.card.id)} alt="" /> : <CardBack />}
      </span>
      <div className="min-w-0">
        <Heading>
          <Link to={`/wanted/${want.id}`}>{want.title}</Link>
        </Heading>
        <p className="dim">{whichOf(want).join(' · ')}</p>
        <p className="want-price">
          <strong>{price}</strong> {post && <span className="dim">{post}</span>}
        </p>
        {terms.length > 0 && <p className="dim">{terms.join(' · ')}</p>}
        <p className="want-by">
          {want.owner.username}
          {want.owner.rating !== null && <Rating value={want.owner.rating} />}
          <span>
            <time dateTime={want.createdAt}>{dayMonthYear(new Date(want.createdAt))}</time>
            {want.status !== 'open' && ` · ${statusNames[want.status]}`}
          </span>
        </p>
      </div>
    </li>
  );
}
