import { ChevronDown, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Form, Link, useLocation } from 'react-router';
import { plural } from '#kernel/format.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { type FaqGroup, findEntries, plainText } from '../dashboard/find-entries.ts';
import { DocPage } from '../legal/doc-page.tsx';
import type { Route } from './+types/faq.ts';
import { faqGroups } from './faq-entries.tsx';

export function loader({ request }: Route.LoaderArgs) {
  return { query: (new URL(request.url).searchParams.get('q') ?? '').slice(0, 100) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Help',
    description:
      'How buying, paying and shipping work, what sellers need, how to cancel Premium, and how to report a problem.',
    path: '/faq',
    jsonLd: {
      '@type': 'FAQPage',
      mainEntity: faqGroups
        .flatMap((group) => group.entries)
        .map((entry) => ({
          '@type': 'Question',
          name: entry.question,
          acceptedAnswer: { '@type': 'Answer', text: plainText(entry.answer).replace(/\s+/g, ' ').trim() },
        })),
    },
  });

export default function Faq({ loaderData }: Route.ComponentProps) {
  const [query, setQuery] = useState(loaderData.query);
  const groups = findEntries(faqGroups, query);
  const { hash } = useLocation();
  const wanted = decodeURIComponent(hash.slice(1));
  useEffect(() => {
    // A link to one answer opens it.
    const entry = wanted ? document.getElementById(wanted) : null;
    if (entry instanceof HTMLDetailsElement) entry.open = true;
  }, [wanted]);
  const count = groups.reduce((sum, group) => sum + group.entries.length, 0);
  return (
    <DocPage
      title="Help"
      lead="Answers about buying, selling and your account."
      changed="2026-11-20"
      sections={groups.map((group) => ({
        id: group.id,
        title: group.title,
        body: <Answers group={group} isSearch={query !== ''} />,
      }))}
    >
      <Form
        className="fsearch faq-s"
        role="search"
        aria-label="Search questions"
        onSubmit={(event) => event.preventDefault()}
      >
        <Icon of={Search} size={16} />
        <label className="sr" htmlFor="faq-q">
          Search questions
        </label>
        <input
          id="faq-q"
          type="search"
          name="q"
          placeholder="Search questions"
          defaultValue={loaderData.query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          autoComplete="off"
          enterKeyHint="search"
        />
        <p className="sr" role="status">
          {query ? plural(count, { one: '# answer', other: '# answers' }) : ''}
        </p>
      </Form>
      {groups.length === 0 && (
        <EmptyState
          title={`No results for “${query}”`}
          action={
            <Link className="btn" to="/faq" reloadDocument>
              Clear search
            </Link>
          }
        >
          Try different or fewer words.
        </EmptyState>
      )}
    </DocPage>
  );
}

function Answers({ group, isSearch }: { group: FaqGroup; isSearch: boolean }) {
  return (
    <div className="qa-list">
      {group.entries.map((entry) => (
        <details key={entry.id} id={entry.id} open={isSearch || undefined}>
          <summary>
            {entry.question}
            <Icon of={ChevronDown} size={16} />
          </summary>
          <div className="qa-a">
            {entry.answer}
            <p>
              <a href={`#${entry.id}`} aria-label={`Link to this answer: ${entry.question}`}>
                Link to this answer
              </a>
            </p>
          </div>
        </details>
      ))}
    </div>
  );
}
