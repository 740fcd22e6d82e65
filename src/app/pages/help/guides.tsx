import { Link } from 'react-router';
import { orderDeadlines } from '#features/orders/words.ts';
import { type Guide, guidesWith } from '#features/tutorials/contract.ts';
import { buttonClass } from '#ui/button.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { useRootData } from '../../rendering/root-data.ts';
import { DocPage } from '../legal/doc-page.tsx';
import type { Route } from './+types/guides.ts';

const { firstPurchase, firstSale } = guidesWith(orderDeadlines);
const shown: readonly Guide[] = [firstPurchase, firstSale];

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Guides',
    description: 'How to find and buy a card, and how to list your first one, in 5 steps each.',
    path: '/guides',
  });

/** The text of the tours as a page: for visitors, for members who prefer to read, and where no script runs. */
export default function Guides() {
  const { viewer } = useRootData();
  return (
    <DocPage
      title="Guides"
      lead="Your first purchase and your first sale, in 5 steps each."
      changed="2026-11-20"
      sections={shown.map((guide) => ({
        id: guide.id,
        title: guide.title,
        body: <Steps guide={guide} isMember={viewer !== null} />,
      }))}
    >
      <p>
        The <Link to="/grading-guide">grading guide</Link> explains each condition, and <Link to="/fees">Fees</Link>{' '}
        explains the cost of a sale. <Link to="/faq">Help</Link> answers other questions.
      </p>
    </DocPage>
  );
}

function Steps({ guide, isMember }: { guide: Guide; isMember: boolean }) {
  return (
    <>
      <ol className="mt-4 mb-6 grid gap-6">
        {guide.steps.map((step) => (
          <li key={step.title}>
            <h3 className="text-[0.9375rem] font-semibold leading-[1.4375rem]">{step.title}</h3>
            <p>{step.text}</p>
            <p className="mt-1 text-fg-muted">{step.more}</p>
          </li>
        ))}
      </ol>
      <p>
        <Link className={buttonClass()} to={isMember ? `${guide.path}?tour=${guide.key}` : guide.path}>
          {isMember ? 'Take the tour' : guide.key === 'firstSale' ? 'List a card' : 'Browse cards'}
        </Link>
      </p>
    </>
  );
}
