import { Fragment } from 'react';
import type { LoaderFunctionArgs, MetaArgs } from 'react-router';
import { Link, redirect } from 'react-router';
import { placeNames, type SearchPlace, searchKeys } from '#features/catalogue/language.ts';
import { copyFlags } from '#features/catalogue/words.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { SearchForm } from '../components/browse/search-form.tsx';
import { fieldsOf, noFields, type SearchFields, searchOf } from '../language/search-form.ts';

/**
 * The keys come from the parser's table, so that the help only names working ones. A filled-in form becomes a search, a
 * search a filled-in form.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const searchParams = new URL(request.url).searchParams;
  const keys = Object.entries(searchKeys).map(([key, { also, compares, of, what, example }]) => ({
    key,
    also: [...also],
    compares,
    of: [...of],
    what,
    example,
  }));
  if (!searchParams.has('search'))
    return { keys, fields: fieldsOf((searchParams.get('q') ?? '').slice(0, 200)), errors: {} };
  const fields = Object.fromEntries(
    Object.keys(noFields).map((name) => [name, (searchParams.get(name) ?? '').slice(0, 200)]),
  ) as SearchFields;
  const written = searchOf(fields);
  if (written.errors) return { keys, fields, errors: written.errors };
  throw redirect(written.q === '' ? '/browse' : `/browse?q=${encodeURIComponent(written.q)}`);
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Search help',
    description:
      'Search operators for set, number, condition, price, grade, year and more. Combine them with or, not and brackets.',
    path: '/search-help',
  });

const ways = [
  ['charizard "base set"', 'Keywords in any order. Quotation marks find the exact phrase.'],
  ['charizard psa 10', 'A grading company and a grade become filters.'],
  [
    'game:pokemon cond>=nm price<50',
    'Results match all of it. Search operators use : or =. Some can be compared with <, <=, > and >=.',
  ],
  ['lang:en,de', 'Any of these values.'],
  ['-is:graded', 'Excludes graded cards. You can also write “not”.'],
  ['(pikachu or raichu) finish:holo', 'One or the other. Use brackets if more follows.'],
  [
    'pikachu OR raichu',
    'Write OR in capitals or use brackets. Without them, “or” is a keyword, as in “Fact or Fiction”. Use -(jumbo) to exclude a keyword.',
  ],
] as const;

const alsoSaidOf = (of: readonly SearchPlace[]) =>
  of
    .filter((place) => place !== 'listings')
    .map((place) => placeNames[place])
    .join(', ') || '–';

export default function SearchHelp({ loaderData }: { loaderData: ReturnType<typeof loader> }) {
  return (
    <div className="wrap">
      <Breadcrumbs trail={[{ label: 'Browse', to: '/browse' }, { label: 'Search help' }]} />
      <h1 className="mt-4 mb-2">Search help</h1>
      <p className="dim mb-6 max-w-[72ch]">
        Type a search into the search box or fill in the form. Free includes keywords, filters, <code>cond:</code>,{' '}
        <code>price&lt;</code>, <code>edition:</code> and <code>is:</code> with <code>graded</code>
        {copyFlags.map((flag, n) => (
          <Fragment key={flag}>
            {n === copyFlags.length - 1 ? ' or ' : ', '}
            <code>{flag}</code>
          </Fragment>
        ))}
        . The other search operators, or, not and brackets are part of{' '}
        <Link className="link" to="/premium">
          Premium
        </Link>
        . On the Free plan, you see only how many listings match. You can also use search operators for{' '}
        <Link className="link" to="/wanted">
          wanted posts
        </Link>{' '}
        and when you choose a card to list or want.
      </p>
      <Panel title="Search form" id="form" className="mb-6">
        <SearchForm fields={loaderData.fields} errors={loaderData.errors} />
      </Panel>
      <Panel title="Examples" id="ways" className="mb-6">
        <dl className="dl2">
          {ways.map(([example, means]) => (
            <div key={example} className="md:grid-cols-[280px_minmax(0,1fr)]">
              <dt>
                <code>{example}</code>
              </dt>
              <dd className="font-normal">{means}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title="Search operators" id="keys" className="mb-10">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard */}
        <section className="tw" tabIndex={0} aria-label="Search operators, scrollable table">
          <table className="tbl compact">
            <caption className="sr">Search operators</caption>
            <thead>
              <tr>
                <th scope="col">Operator</th>
                <th scope="col">Finds</th>
                <th scope="col">Example</th>
                <th scope="col">Also for</th>
              </tr>
            </thead>
            <tbody>
              {loaderData.keys.map(({ key, also, compares, of, what, example }) => (
                <tr key={key}>
                  <th scope="row">
                    <code>{[key, ...also].join(', ')}</code>
                  </th>
                  <td>{compares ? `${what}. Works with <, > and =.` : what}</td>
                  <td>
                    <Link className="link" to={`/browse?q=${encodeURIComponent(example)}`}>
                      <code>{example}</code>
                    </Link>
                  </td>
                  <td>{alsoSaidOf(of)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Panel>
    </div>
  );
}
