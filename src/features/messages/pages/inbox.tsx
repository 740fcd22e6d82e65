import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  Outlet,
  redirect,
  useLoaderData,
  useParams,
} from 'react-router';
import { newId } from '#kernel/ids.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { cn } from '#ui/cn.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { MessageForm } from '../components/thread/message-form.tsx';
import '../components/messages.css';
import { ThreadList } from '../components/thread-list.tsx';

import { openThreadSchema } from '../contract.ts';
import { messagePolicy } from '../model/message.policy.ts';
import { markDelivered } from '../send/mark-delivered.server.ts';
import { openThread } from '../send/send-message.server.ts';
import { threadTitles } from '../threads/thread-titles.server.ts';
import { listThreadsFor } from '../threads/threads.queries.server.ts';

const step = 20;

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, messagePolicy, 'list');
  const { platform } = pageScope(args.context);
  const { searchParams } = new URL(args.request.url);
  const search = (searchParams.get('q') ?? '').trim().slice(0, 100);
  const cursor = searchParams.get('cursor') ?? undefined;
  await markDelivered(platform, actor.id);
  const threads = await listThreadsFor(platform.db, actor.id, { q: search, cursor, limit: step }).catch(pageRefusal);
  const titles = await threadTitles(platform, actor.id, threads.items);
  return {
    ...threads,
    titles,
    search,
    isFirst: cursor === undefined,
    viewerId: actor.id,
    clientId: newId(),
    now: platform.clock.now().toISOString(),
  };
}

/** Opens or continues a conversation, and redirects to it. */
export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, messagePolicy, 'list');
  const fields = ['recipientId', 'listingId', 'orderId', 'clientId', 'text'] as const;
  return answerForm(form, fields, async () => {
    const given = Object.fromEntries(fields.flatMap((name) => (text(form, name) ? [[name, text(form, name)]] : [])));
    const { threadId } = await openThread(
      platform,
      actor,
      parseInput(openThreadSchema, { recipientId: '', text: '', ...given }),
    );
    throw redirect(`/messages/${threadId}`);
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Messages',
    description: 'Your conversations with other members.',
    path: '/messages',
    noIndex: true,
  });

export default function InboxPage() {
  const { items, titles, nextCursor, search, isFirst, viewerId, clientId, now } = useLoaderData<typeof loader>();
  const { id } = useParams();
  const answer = useFormAnswer<FormAnswer>();
  useLive('me', {});
  const Heading = id ? 'h2' : 'h1';
  const addressOf = (threadId: string) => listAddress(`/messages/${threadId}`, { q: search });
  return (
    <div className={cn('msgs', (id || answer?.problem) && 'one')}>
      <section className="msgs-side" aria-label="Conversations">
        <div className="msgs-h">
          <Heading>Messages</Heading>
          {(items.length > 0 || search) && (
            <Form className="msgs-q" role="search" action="/messages" aria-label="Messages">
              <TextInput
                label="Search messages by text or member"
                mark={false}
                quiet
                type="search"
                name="q"
                maxLength={100}
                defaultValue={search}
                placeholder="Search messages"
                enterKeyHint="search"
              />
              <Button type="submit">Search</Button>
            </Form>
          )}
          {search && (
            <p className="msgs-f">
              <Link className="link" to="/messages">
                Clear search
              </Link>
            </p>
          )}
        </div>
        <div className="msgs-l">
          {items.length > 0 ? (
            <ThreadList
              threads={items}
              titles={titles}
              viewerId={viewerId}
              openId={id}
              now={now}
              addressOf={addressOf}
            />
          ) : (
            <NoThreads search={search} />
          )}
          <PageLinks
            label="More conversations"
            size="sm"
            newest={!isFirst && ['Newest', listAddress('/messages', { q: search })]}
            older={nextCursor !== null && ['Older', listAddress('/messages', { q: search, cursor: nextCursor })]}
          />
        </div>
      </section>
      <section className={cn('msgs-main', !id && 'msgs-none')} aria-label="Conversation">
        {id ? <Outlet /> : <NothingOpen answer={answer} clientId={clientId} hasThreads={items.length > 0} />}
      </section>
    </div>
  );
}

function NoThreads({ search }: { search: string }) {
  return search ? (
    <EmptyState title="No matching conversations" action={<ButtonLink to="/messages">Clear search</ButtonLink>}>
      Try other keywords or a username.
    </EmptyState>
  ) : (
    <EmptyState
      title="No messages yet"
      action={
        <ButtonLink kind="primary" to="/browse">
          Browse cards
        </ButtonLink>
      }
    >
      Select “Message seller” on a listing to ask about a card. Your conversation appears here.
    </EmptyState>
  );
}

/** The pane beside the list: a hint, or the refused message, to be sent again. */
function NothingOpen({
  answer,
  clientId,
  hasThreads,
}: {
  answer: FormAnswer | undefined;
  clientId: string;
  hasThreads: boolean;
}) {
  const { problem, values } = answer ?? {};
  if (!problem || !values)
    return hasThreads && <p className="dim px-5 text-center">Select a conversation to read and reply.</p>;
  return (
    <div className="msgs-again">
      <h2>Your message wasn’t sent</h2>
      <MessageForm
        id="message-again"
        recipientId={values.recipientId ?? ''}
        listingId={values.listingId || null}
        orderId={values.orderId || null}
        clientId={values.clientId || clientId}
        problem={problem}
        typed={values.text}
      />
      <Button kind="primary" type="submit" form="message-again">
        Send message
      </Button>
    </div>
  );
}
