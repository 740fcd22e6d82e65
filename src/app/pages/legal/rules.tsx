import { Link, type LoaderFunctionArgs } from 'react-router';
import { houseRuleCodes, houseRules } from '#features/moderation/words.ts';
import { pageScope } from '#platform/http/page.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import type { Route } from './+types/rules.ts';
import { DocPage } from './doc-page.tsx';
import { lastChanged, textSections } from './market-text-sections.tsx';
import { loadMarketTexts } from './market-texts.server.ts';

export async function loader({ context }: LoaderFunctionArgs) {
  return { texts: await loadMarketTexts(pageScope(context), 'rules') };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Rules',
    description: 'The rules for everyone, and additional rules of this site.',
    path: '/rules',
  });

export default function Rules({ loaderData: { texts } }: Route.ComponentProps) {
  return (
    <DocPage
      title="Rules"
      lead="Our rules for everyone. If we take action, we explain which rule was broken and why, and you can appeal."
      changed={lastChanged(texts, '2026-11-25')}
      sections={[
        {
          id: 'everybody',
          title: 'For everyone',
          body: (
            <>
              <ul>
                {houseRuleCodes.map((code) => (
                  <li key={code}>{houseRules[code]}</li>
                ))}
              </ul>
              <p>
                Professional sellers must give their name and address under{' '}
                <Link to="/settings/seller">Seller details</Link> in Settings.
              </p>
            </>
          ),
        },
        ...textSections(texts),
      ]}
    />
  );
}
