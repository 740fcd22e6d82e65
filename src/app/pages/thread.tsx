import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { favoriteIds, findListingsByIds } from '#features/listings/index.server.ts';
import { ListingTile, tileFacts } from '#features/listings/widgets.tsx';
import { sendMessageSchema } from '#features/messages/contract.ts';
import {
  blockMember,
  deleteThread,
  endOfPage,
  findSubject,
  getThreadFor,
  listMessagesFor,
  messagePolicy,
  readThread,
  sendMessage,
  unblockMember,
} from '#features/messages/index.server.ts';
import {
  Composer,
  MessageList,
  otherOf,
  shownMessages,
  ThreadHead,
  useOutbox,
  useTyping,
} from '#features/messages/widgets.tsx';
import type { Offer } from '#features/offers/contract.ts';
import { offersInTalk, readOffers } from '#features/offers/index.server.ts';
import { OfferCard } from '#features/offers/widgets.tsx';
import { readOrderTalk } from '#features/orders/index.server.ts';
import { OrderCard } from '#features/orders/widgets.tsx';
import { newId } from '#kernel/ids.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { useLive, usePageRefresh } from '#platform/realtime/client/react.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note } from '#ui/page/panel.tsx';
import { ThreadPin } from './thread-pin.tsx';

const step = 50;

/** A conversation, for its two. Looking at its newest messages marks them as read. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, messagePolicy, 'see');
  const { platform } = pageScope(args.context);
  const id = args.params.id ?? '';
  // Not `cursor`: that is the place in the list beside it.
  const cursor = new URL(args.request.url).searchParams.get('before') ?? undefined;
  const thread = await getThreadFor(platform.db, actor.id, id).catch(pageRefusal);
  if (cursor === undefined && thread.unread > 0) await readThread(platform, actor, id);
  const { items, nextCursor } = await listMessagesFor(platform.db, actor.id, id, { cursor, limit: step }).catch(
    pageRefusal,
  );
  const cards = items.flatMap(({ card }) => (card?.kind === 'offer' ? [card.id] : []));
  const shown = items.flatMap(({ card }) => (card?.kind === 'listing' ? [card.id] : []));
  const about = thread.subject.kind === 'listing' ? thread.subject.id : null;
  const listings = await findListingsByIds(
    platform,
    about === null ? shown : [...new Set([...shown, about])],
    actor.id,
  );
  await readOffers(platform, actor, cards);
  const first = items.at(-1);
  const { steps, order } = await readOrderTalk(platform, {
    viewerId: actor.id,
    otherId: otherOf(thread, actor.id).id,
    subject: thread.subject,
    // Events before the first message of the thread are shown above it.
    from: nextCursor !== null && first ? new Date(first.createdAt) : null,
    until: await endOfPage(platform.db, id, cursor),
  });
  const offers = await offersInTalk(platform, actor.id, cards);
  return {
    thread,
    listings: listings.map(tileFacts),
    liked: [
      ...(await favoriteIds(
        platform,
        actor.id,
        listings.map((listing) => listing.id),
      )),
    ],
    offers,
    steps,
    order,
    agreed: order?.price ?? agreedOffer(offers.values())?.amount ?? null,
    subject: await findSubject(platform, actor.id, thread),
    messages: items.reverse(),
    nextCursor,
    isNewest: cursor === undefined,
    viewerId: actor.id,
    clientId: newId(),
    now: platform.clock.now().toISOString(),
  };
}

/** The accepted offer whose price still holds. */
const agreedOffer = (offers: Iterable<Offer>) =>
  [...offers].findLast(({ promise }) => promise === 'open' || promise === 'claimed');

/** The conversation's buttons, and its form where there is no script. */
export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, messagePolicy, 'see');
  const id = args.params.id ?? '';
  return answerForm(form, ['text'], async () => {
    const intent = text(form, 'intent');
    if (intent === 'send') {
      await sendMessage(
        platform,
        actor,
        id,
        parseInput(sendMessageSchema, { text: text(form, 'text'), clientId: text(form, 'clientId') || undefined }),
      );
      throw redirect(`/messages/${id}`);
    }
    if (intent === 'delete') {
      await deleteThread(platform, actor, id);
      throw redirect('/messages');
    }
    const other = otherOf(await getThreadFor(platform.db, actor.id, id), actor.id);
    if (intent === 'block') await blockMember(platform, actor, other.id);
    else if (intent === 'unblock') await unblockMember(platform, actor, other.id);
    else throw notFound('This page is out of date. Reload it.');
    throw redirect(`/messages/${id}`);
  });
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) => {
  const name = loaderData ? otherOf(loaderData.thread, loaderData.viewerId).username : null;
  return pageMeta(matches, {
    title: name ? `${name} · Messages` : 'Conversation not found',
    description: 'A conversation between two members.',
    path: '/messages',
    noIndex: true,
  });
};

export default function ThreadPage() {
  const { thread } = useLoaderData<typeof loader>();
  return <Conversation key={thread.id} />;
}

function Conversation() {
  const {
    thread,
    subject,
    steps,
    order,
    agreed,
    offers,
    listings,
    liked,
    messages: read,
    nextCursor,
    isNewest,
    viewerId,
    clientId,
    now,
  } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const other = otherOf(thread, viewerId);
  const copy = thread.subject.kind === 'listing' ? listings.find(({ id }) => id === thread.subject.id) : undefined;
  const outbox = useOutbox(viewerId, thread.id);
  const { isTyping, onTyping } = useTyping(thread.id);
  const refresh = usePageRefresh();
  useLive('me', {}, ({ kind }) => (kind === 'order.changed' || kind === 'offer.changed') && refresh());
  const { messages, waiting } = shownMessages(read, outbox, isNewest);
  const at = `/messages/${thread.id}`;
  const problem = answer?.problem;
  return (
    <>
      <ThreadHead
        key={String(thread.blockedByMe)}
        threadId={thread.id}
        other={other}
        hasBlocked={thread.blockedByMe}
        isTyping={isTyping}
      />
      <ThreadPin kind={thread.subject.kind} subject={subject} copy={copy} order={order} agreed={agreed} />
      <MessageList
        messages={messages}
        waiting={waiting}
        viewerId={viewerId}
        name={other.username}
        now={now}
        earlier={
          <PageLinks
            label="More messages"
            size="sm"
            className="justify-center"
            newest={!isNewest && ['Newest messages', at]}
            older={nextCursor !== null && ['Earlier messages', listAddress(at, { before: nextCursor })]}
          />
        }
        card={({ card }) => {
          const listing = card?.kind === 'listing' ? listings.find(({ id }) => id === card.id) : undefined;
          if (listing)
            return (
              <ListingTile
                listing={listing}
                isMember
                isOwn={listing.seller.id === viewerId}
                liked={liked.includes(listing.id)}
              />
            );
          const offer = card?.kind === 'offer' ? offers.get(card.id) : undefined;
          return offer && <OfferCard offer={offer} viewerId={viewerId} now={now} />;
        }}
        steps={steps.map((step) => ({ id: step.id, createdAt: step.at, shown: <OrderCard step={step} /> }))}
        onAgain={outbox.again}
        onDiscard={outbox.discard}
      />
      {thread.blockedByMe ? (
        <p className="msg-off">You blocked {other.username}. To send a message, unblock them from the menu.</p>
      ) : (
        <Composer
          viewerId={viewerId}
          threadId={thread.id}
          name={other.username}
          clientId={clientId}
          typed={problem ? (answer?.values?.text ?? '') : ''}
          problem={
            problem && (
              <Note tone="danger" role="alert">
                {problem.errors?.text ?? problem.message}
              </Note>
            )
          }
          onSend={outbox.send}
          onTyping={onTyping}
        />
      )}
    </>
  );
}
