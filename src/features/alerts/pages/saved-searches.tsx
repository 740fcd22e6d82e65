import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { wordsOfSearch } from '#features/listings/index.server.ts';
import { definitionOf } from '#features/tiers/index.server.ts';
import { plural } from '#kernel/format.ts';
import { notFound } from '#kernel/refusal.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { AlertRow } from '../components/alert-row.tsx';
import { alertPolicy } from '../model/alert.policy.ts';
import { chooseFrequency, chosenFrequencies } from '../notify/choose-frequency.server.ts';
import '../components/alerts.css';
import { FrequencyForm } from '../components/frequency-form.tsx';
import { PriceAlertsPanel, targetField } from '../components/price-alerts-panel.tsx';
import { howOftenSchema } from '../contract.ts';
import { changePriceAlert, listPriceAlerts } from '../favorites/price-alert.server.ts';
import { followSeller, listFollowed, unfollowSeller } from '../saved-searches/follows.server.ts';
import { changeSavedSearch, listSavedSearches, removeSavedSearch } from '../saved-searches/saved-searches.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, alertPolicy, 'list');
  const { db } = pageScope(args.context).platform;
  const [saved, alerts, followed, chosen, { maxSavedSearches: places }] = await Promise.all([
    listSavedSearches(db, actor.id),
    listPriceAlerts(db, actor.id),
    listFollowed(db, actor.id),
    chosenFrequencies(db, actor.id),
    definitionOf(db, actor.id),
  ]);
  const all = saved.map((search, at) => ({
    ...search,
    words: wordsOfSearch(search.query),
    paused: search.isPaused ? pausedWords(at >= places) : null,
  }));
  const alertOf = new Map(alerts.map((alert) => [alert.id, alert]));
  return {
    searches: all.filter(({ id }) => !alertOf.has(id)),
    alerts: all.flatMap((search) => {
      const alert = alertOf.get(search.id);
      return alert ? [{ ...search, ...alert }] : [];
    }),
    isBeyond: saved.slice(places).some(({ isPaused }) => isPaused),
    followed,
    chosen,
    places,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, alertPolicy, 'list');
  return answerForm(
    form,
    ['id', 'target'],
    async (): Promise<FormAnswer> => ({ saved: await press(platform, actor, form) }),
  );
}

/** Runs the action of a button; answers the confirmation. */
async function press(platform: Platform, actor: Actor, form: FormData): Promise<string> {
  const id = text(form, 'id');
  const often = () => parseInput(howOftenSchema, { frequency: text(form, 'frequency') }).frequency;
  switch (text(form, 'intent')) {
    case 'often-search':
      await changeSavedSearch(platform, actor, id, { frequency: often() });
      return 'Saved';
    case 'target':
      await changePriceAlert(platform, actor, id, text(form, 'target'));
      if (form.has('frequency')) await changeSavedSearch(platform, actor, id, { frequency: often() });
      return 'Saved';
    case 'often-seller':
      await followSeller(platform, actor, id, often());
      return 'Saved';
    case 'often-favourites':
      await chooseFrequency(platform, actor, 'favourites', often());
      return 'Saved';
    case 'often-lists':
      await chooseFrequency(platform, actor, 'lists', often());
      return 'Saved';
    case 'remove-search':
      await removeSavedSearch(platform, actor, id);
      return 'Deleted';
    case 'remove-seller':
      await unfollowSeller(platform, actor, id);
      return 'Unfollowed';
    default:
      throw notFound('This page is out of date. Reload it.');
  }
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Searches and alerts',
    description: 'Notifications about searches, price alerts, sellers, favorites and want lists.',
    path: '/saved-searches',
    noIndex: true,
  });

export default function SavedSearchesPage() {
  const { searches, alerts, isBeyond, followed, chosen, places } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const { id = '', target: typed = '' } = answer?.values ?? {};
  const { target: wrong, ...errors } = answer?.problem?.errors ?? {};
  const refused = wrong === undefined ? null : { id, typed, error: wrong };
  return (
    <>
      <div className="dh">
        <h1>Searches and alerts</h1>
      </div>
      <ErrorSummary
        errors={refused ? { ...errors, [targetField(id)]: refused.error } : answer?.problem?.errors}
        message={answer?.problem?.message}
        attempt={answer?.problem}
      />
      <p className="sr" role="status">
        {answer?.saved}
      </p>
      <div className="grid gap-5">
        <Panel title="Searches" note="We’ll notify you about cards listed after you save a search.">
          {isBeyond && (
            <p className="mb-4">
              {plural(places, {
                one: 'Your plan includes # saved search. Only the newest one notifies you, and the others are paused.',
                other: 'Your plan includes # saved searches. Only the newest # notify you, and the others are paused.',
              })}{' '}
              Paused searches resume when you delete newer ones. We don’t notify you later about cards listed during a
              pause.{' '}
              <Link className="link" to="/premium">
                Compare plans
              </Link>
            </p>
          )}
          {searches.length === 0 ? (
            <EmptyState
              title="No saved searches yet"
              level={3}
              action={<ButtonLink to="/browse">Browse cards</ButtonLink>}
            >
              Search for a card or choose filters, then select “Save search”.
            </EmptyState>
          ) : (
            <ul className="alerts" aria-label="Saved searches">
              {searches.map(({ id, name, query, words, frequency, paused }) => (
                <AlertRow
                  key={id}
                  of="search"
                  id={id}
                  name={name}
                  to={`/browse?${query}`}
                  about={words}
                  frequency={frequency}
                  paused={paused}
                  edit={`/saved-searches/${id}`}
                  remove="Delete search"
                />
              ))}
            </ul>
          )}
        </Panel>
        <PriceAlertsPanel alerts={alerts} refused={refused} />
        <Panel id="followed" title="Followed sellers" note="We’ll notify you when they list a card.">
          {followed.length === 0 ? (
            <p className="dim">You’re not following anyone yet. Select “Follow” on a seller’s profile.</p>
          ) : (
            <ul className="alerts" aria-label="Followed sellers">
              {followed.map(({ memberId, username, frequency }) => (
                <AlertRow
                  key={memberId}
                  of="seller"
                  id={memberId}
                  name={username}
                  to={`/profile/${memberId}`}
                  about={null}
                  frequency={frequency}
                  remove="Unfollow seller"
                />
              ))}
            </ul>
          )}
        </Panel>
        <Panel
          title="Favorites"
          note="We’ll notify you when a favorite has a new lowest total, is for sale again, is sold or ends soon. Notifications about listings that end soon always come at once."
        >
          <FrequencyForm of="favourites" id="all" about="favorites" frequency={chosen.favourites} />
        </Panel>
        <Panel title="Want lists" note="We’ll notify you about cards listed after you add them to a want list.">
          <FrequencyForm of="lists" id="all" about="want lists" frequency={chosen.lists} />
        </Panel>
      </div>
    </>
  );
}

/** Why a search is paused: it is beyond the tier's limit, or its language belongs to another plan. */
const pausedWords = (isBeyond: boolean) =>
  isBeyond
    ? 'Paused. You won’t get notifications for this search.'
    : 'Paused. Advanced search is part of Premium. Notifications resume when you have Premium.';
