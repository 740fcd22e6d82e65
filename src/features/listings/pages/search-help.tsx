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
      'The keys of advanced search: set, number, condition, price, grade, year and more, with or, not and brackets, and a form that writes them.',
    path: '/search-help',
  });

const ways = [
  ['charizard "base set"', 'Words in any order; in quotes as they stand.'],
  ['game:pokemon cond>=nm price<50', 'All of it at once. Keys take : or =, and where it makes sense <, <=, > and >=.'],
  ['lang:en,de', 'One of several.'],
  ['-is:graded', 'Not that. “not” before it says the same.'],
  ['(pikachu or raichu) finish:holo', 'One or the other, in brackets where more follows.'],
  [
    'pikachu OR raichu',
    'Among plain words an or is a word, as in “Fact or Fiction”: brackets or capitals make it one. So does -(jumbo) of a dash.',
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
        Write it into the search box, or fill in the form. Plain words and the filters are free, and so are{' '}
        <code>cond:</code>, <code>price&lt;</code>, <code>edition:</code>, and <code>is:</code> with <code>graded</code>
        {copyFlags.map((flag, n) => (
          <Fragment key={flag}>
            {n === copyFlags.length - 1 ? ' or ' : ', '}
            <code>{flag}</code>
          </Fragment>
        ))}
        . The other keys, or, not and brackets are part of{' '}
        <Link className="link" to="/premium">
          premium
        </Link>
        ; without it you read how many copies a search would find. The same language searches{' '}
        <Link className="link" to="/wanted">
          wanted posts
        </Link>{' '}
        and, where you choose a card to list or to want, the catalogue.
      </p>
      <Panel title="Fill it in" id="form" className="mb-6">
        <SearchForm fields={loaderData.fields} errors={loaderData.errors} />
      </Panel>
      <Panel title="Ways to say it" id="ways" className="mb-6">
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
      <Panel title="Keys" id="keys" className="mb-10">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard */}
        <section className="tw" tabIndex={0} aria-label="Keys, scrollable table">
          <table className="tbl compact">
            <caption className="sr">Keys of advanced search</caption>
            <thead>
              <tr>
                <th scope="col">Key</th>
                <th scope="col">What it asks for</th>
                <th scope="col">For instance</th>
                <th scope="col">Also said of</th>
              </tr>
            </thead>
            <tbody>
              {loaderData.keys.map(({ key, also, compares, of, what, example }) => (
                <tr key={key}>
                  <th scope="row">
                    <code>{[key, ...also].join(', ')}</code>
                  </th>
                  <td>
                    {what}
                    {compares && '. Can be compared'}
                  </td>
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
