import type { Thread } from '#features/messages/contract.ts';
import { ThreadList } from '#features/messages/widgets.tsx';
import type { Offer } from '#features/offers/contract.ts';
import { OfferCard } from '#features/offers/widgets.tsx';

export interface OwnTalkProps {
  offers: readonly Offer[];
  threads: readonly Thread[];
  viewerId: string;
  now: string;
}

/** Under a seller's own listing: what is offered for it and who talks about it. */
export default function OwnTalk({ offers, threads, viewerId, now }: OwnTalkProps) {
  return (
    <>
      {offers.length > 0 && (
        <section className="mt-4" aria-label="Offers for this listing">
          <h2 className="h3">Offers</h2>
          <ul>
            {offers.map((offer) => (
              <li key={offer.id} className="mt-2">
                <p className="dim">{offer.buyer?.username ?? 'Interested buyer'}</p>
                <OfferCard offer={offer} viewerId={viewerId} now={now} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {threads.length > 0 && (
        <section className="mt-4" aria-label="Conversations about this listing">
          <h2 className="h3">Conversations</h2>
          <ThreadList
            threads={threads}
            titles={{}}
            viewerId={viewerId}
            openId={undefined}
            now={now}
            addressOf={(id) => `/messages/${id}`}
          />
        </section>
      )}
    </>
  );
}
