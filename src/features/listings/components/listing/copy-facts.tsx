import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { copyFlagNames, copyFlags, editionNames, finishName } from '#features/catalogue/words.ts';
import { conditionFacts, readCondition } from '#kernel/cards/conditions.ts';
import { formatNumber } from '#kernel/format.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import type { RichBlock } from '#ui/rich-text/rich-text.ts';
import type { Listing } from '../../contract.ts';
import { browseAddress } from '../browse/browse-address.ts';
import { gameName, languageName, shippingWords } from '../listing-words.ts';

/** Only where a premium member wrote with marks. */
/** Markdown as a tree, with its addresses as text. */
export const Written = lazyPart(() => import('./description-format.tsx'));

interface CopyFactsProps {
  listing: Listing;
  written: readonly RichBlock[] | null;
  /** The seller's checklist, in words. */
  checked: [string, string][];
}

/** The description, and every fact of the copy. `written` replaces the description where it is formatted. */
export function CopyFacts({ listing, written, checked }: CopyFactsProps) {
  const {
    game,
    setCode,
    setName,
    number,
    rarity,
    finish,
    language,
    condition,
    grading,
    quantity,
    quantityAvailable,
    description,
  } = listing;
  const { name, means } = conditionFacts[readCondition(condition)];
  const inSet = setCode ? browseAddress({ game, set: [setCode] }) : null;
  const rows: [string, ReactNode][] = [
    [
      'Game',
      <Link key="game" className="link" to={browseAddress({ game })}>
        {gameName(game)}
      </Link>,
    ],
    [
      'Set',
      setName &&
        (inSet ? (
          <Link key="set" className="link" to={inSet}>
            {setName}
          </Link>
        ) : (
          setName
        )),
    ],
    [
      'Card',
      listing.card && (
        <Link key="card" className="link" to={`/cards/${listing.card.id}`}>
          View all listings and prices
        </Link>
      ),
    ],
    ['Number', number],
    ['Rarity', rarity],
    ['Finish', finish && finishName(finish)],
    ['Edition', listing.edition && editionNames[listing.edition]],
    ...copyFlags.map((flag): [string, ReactNode] => [copyFlagNames[flag], listing[flag] ? 'Yes' : null]),
    ['Language', languageName(language)],
    ['Condition', grading ? null : `${name}. ${means}`],
    [
      'Graded by',
      grading &&
        `${grading.company} ${grading.grade}${grading.certificate ? `, certificate ${grading.certificate}` : ''}`,
    ],
    ...checked,
    ['Quantity', quantity > 1 ? `${formatNumber(quantityAvailable)} of ${formatNumber(quantity)} available` : null],
    ['Shipping', shippingWords(listing)],
    ['Listed', dayMonthYear(new Date(listing.publishedAt ?? listing.createdAt))],
  ];
  return (
    <Panel title="Item details" id="about-copy" className="about">
      {written ? (
        <Suspense>
          <Written blocks={written} />
        </Suspense>
      ) : (
        <p className="body whitespace-pre-line">
          {description || <span className="dim">No description from the seller.</span>}
        </p>
      )}
      <Definitions rows={rows} />
    </Panel>
  );
}
