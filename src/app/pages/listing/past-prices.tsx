import type { Listing } from '#features/listings/contract.ts';
import { languageName, specialFinish } from '#features/listings/widgets.tsx';
import { LockedPrices, PriceHistory } from '#features/prices/widgets.tsx';

interface PastPricesProps {
  listing: Listing;
  /** When a copy like it was last sold, in days; null for not in a year. */
  soldDaysAgo: number | null;
  /** Whether the viewer's tier has price history. */
  seesPrices: boolean;
  condition: string;
  now: string;
}

/** What copies like a listing's were sold for, on its page; nothing for a card in free text. */
export function PastPrices({ listing, soldDaysAgo, seesPrices, condition, now }: PastPricesProps) {
  const { id, catalogueCardId: cardId, grading, finish, language, price } = listing;
  if (!cardId) return null;
  return (
    <div className="my-6">
      {seesPrices ? (
        <PriceHistory
          key={id}
          cardId={cardId}
          kind={{ condition: grading ? 'graded' : listing.condition, finish: finish ?? '', language }}
          currency={price.currency}
          words={[condition, specialFinish(finish), languageName(language)].filter(Boolean).join(', ')}
          soldDaysAgo={soldDaysAgo}
          now={now}
        />
      ) : (
        <LockedPrices />
      )}
    </div>
  );
}
