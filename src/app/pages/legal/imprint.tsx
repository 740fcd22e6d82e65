import { Link, type LoaderFunctionArgs } from 'react-router';
import { pageScope } from '#platform/http/page.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import type { Route } from './+types/imprint.ts';
import { DocPage } from './doc-page.tsx';
import { lastChanged, textSections } from './market-text-sections.tsx';
import { loadMarketTexts } from './market-texts.server.ts';

export async function loader({ context }: LoaderFunctionArgs) {
  return { texts: await loadMarketTexts(pageScope(context), 'imprint', 'contact', 'returns') };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Imprint',
    description: 'The operator of this site, and how to contact them.',
    path: '/imprint',
  });

export default function Imprint({ loaderData: { texts } }: Route.ComponentProps) {
  return (
    <DocPage
      title="Imprint"
      lead="The operator of this site, and how to contact them."
      changed={lastChanged(texts, '2026-11-25')}
      sections={textSections(texts)}
    >
      {texts.length === 0 && (
        <p>
          The operator of this site hasn’t written an imprint yet. To contact them, reply to any email from us.{' '}
          <Link to="/about#who">About</Link> explains who the operator is.
        </p>
      )}
      <p>
        Cards are sold by their sellers, not by us. Each seller’s page shows whether they are a private person or a
        trader, and a trader’s name and address.
      </p>
    </DocPage>
  );
}
