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
    description: 'Who runs this market, and how to reach them.',
    path: '/imprint',
  });

export default function Imprint({ loaderData: { texts } }: Route.ComponentProps) {
  return (
    <DocPage
      title="Imprint"
      lead="Who runs this market, in their own words."
      changed={lastChanged(texts, '2026-11-25')}
      sections={textSections(texts)}
    >
      {texts.length === 0 && (
        <p>
          Whoever runs this market has not written an imprint yet. Answer to any mail that the market has sent you to
          reach them; <Link to="/about#who">About</Link> says what an operator is.
        </p>
      )}
      <p>
        A listing is sold by its seller, not by the market. Who that is, a private person or a trader with name and
        address, stands on each seller’s page.
      </p>
    </DocPage>
  );
}
