import type { ComponentProps } from 'react';
import { CopyFacts, languageName, specialFinish } from '#features/listings/widgets.tsx';
import { hasOpenHistory, LockedPrices, PriceHistory } from '#features/prices/widgets.tsx';

interface AboutCopyProps extends Omit<ComponentProps<typeof CopyFacts>, 'wide'> {
  /** When a copy like it was last sold, in days; null for not in a year. */
  soldDaysAgo: number | null;
  /** Whether the viewer's tier has price history. */
  seesPrices: boolean;
  condition: string;
  now: string;
}

/**
 * The facts of the copy on a listing's page: beside the price chart where all visitors see one, and above the prices
 * where there is none.
 */
export function AboutCopy({ soldDaysAgo, seesPrices, condition, now, ...facts }: AboutCopyProps) {
  const { id, catalogueCardId: cardId, grading, finish, language, price } = facts.listing;
  const showsChart = cardId && hasOpenHistory(soldDaysAgo);
  const history =
    cardId && !seesPrices ? (
      <LockedPrices />
    ) : (
      cardId && (
        <PriceHistory
          key={id}
          cardId={cardId}
          kind={{ condition: grading ? 'graded' : facts.listing.condition, finish: finish ?? '', language }}
          currency={price.currency}
          words={[condition, specialFinish(finish), languageName(language)].filter(Boolean).join(', ')}
          soldDaysAgo={soldDaysAgo}
          now={now}
        />
      )
    );
  if (showsChart)
    return (
      <div className="two-c">
        {history}
        <CopyFacts {...facts} />
      </div>
    );
  return (
    <div className="my-10 grid gap-6">
      <CopyFacts {...facts} wide />
      {history}
    </div>
  );
}
