import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { findListingsByIds } from '#features/listings/index.server.ts';
import { conditionName } from '#kernel/cards/conditions.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { invalid } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextArea } from '#ui/form/field.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { respondSchema } from '../contract.ts';
import { respondToWant } from '../lifecycle/respond.server.ts';
import { ownCopiesFor } from '../match/meeting.queries.server.ts';
import { wantPolicy } from '../model/want.policy.ts';
import { getWantFor } from '../wants.queries.server.ts';
import { wantLimits } from '../words.ts';

/** A message to the owner of the want; it opens their thread. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, wantPolicy, 'respond');
  const { platform } = pageScope(args.context);
  const { id, title, owner, status } = await getWantFor(platform.db, actor.id, args.params.id ?? '').catch(pageRefusal);
  const may = wantPolicy.may(actor, 'respond', { ownerId: owner.id });
  if (may !== true) pageRefusal(may);
  const own = await ownCopiesFor(platform.db, id, actor.id, platform.clock.now());
  const copies = await findListingsByIds(
    platform,
    own.map((copy) => copy.id),
    actor.id,
  );
  const choices = copies.map(({ id: value, title: name, price, condition }) => ({
    value,
    label: name,
    means: `${formatMoney(price)} · ${conditionName(condition)}`,
  }));
  return { id, title, status, owner: owner.username, choices };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, wantPolicy, 'respond');
  return answerForm(form, ['text', 'listingId'], async () => {
    const listingId = text(form, 'listingId');
    const isOffer = text(form, 'how') === 'listing';
    if (isOffer && !listingId) throw invalid({ listingId: 'Choose one of your listings.' });
    const input = parseInput(respondSchema, isOffer ? { listingId } : { text: text(form, 'text') });
    const { threadId } = await respondToWant(platform, actor, args.params.id ?? '', input);
    throw redirect(`/messages/${threadId}`);
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Offer your card',
    description: 'Reply to a wanted post.',
    path: '/wanted',
    noIndex: true,
  });

export default function AnswerWantPage() {
  const { id, title, status, owner, choices } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const { text: error, listingId: unchosen } = answer?.problem?.errors ?? {};
  if (status !== 'open') return <Ended id={id} />;
  return (
    <div className="wrap form pb-16">
      <h1 className="my-4">Offer your card to {owner}</h1>
      <Panel>
        <p className="mb-4">
          {owner} wants{' '}
          <Link className="link" to={`/wanted/${id}`}>
            {title}
          </Link>
          .
        </p>
        {answer?.problem && !error && !unchosen && (
          <Note tone="danger" role="alert">
            {answer.problem.message}
          </Note>
        )}
        {choices.length > 0 && (
          <Form method="post" noValidate className="mb-8">
            <RadioCards
              legend="Your matching listings"
              name="listingId"
              mark={false}
              options={choices}
              defaultValue={answer?.values?.listingId ?? choices[0]?.value ?? ''}
              error={unchosen}
            />
            <Button type="submit" kind="primary" name="how" value="listing" className="mt-4">
              Send listing
            </Button>
          </Form>
        )}
        <Form method="post" noValidate>
          <TextArea
            label="Message"
            name="text"
            required
            maxLength={wantLimits.answer}
            defaultValue={answer?.values?.text ?? ''}
            error={error}
            help="Describe your copy and name your price."
          />
          <Button type="submit" kind={choices.length > 0 ? 'default' : 'primary'} className="mt-4">
            Send message
          </Button>
        </Form>
      </Panel>
    </div>
  );
}

function Ended({ id }: { id: string }) {
  return (
    <div className="wrap form pb-16">
      <h1 className="my-4">Wanted post ended</h1>
      <ButtonLink to={`/wanted/${id}`}>View wanted post</ButtonLink>
    </div>
  );
}
