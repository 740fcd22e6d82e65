import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { readDraft, storeDraft } from '#ui/form/unsaved/drafts.ts';
import type { Message, Thread } from '../../contract.ts';
import { ThreadList } from '../thread-list.tsx';
import { Composer } from './composer.tsx';
import { messageDays } from './message-days.ts';
import { MessageList, type MessageListProps } from './message-list.tsx';
import { createOutbox, type Sent } from './outbox.ts';
import { shownMessages } from './shown-messages.ts';
import { textPieces } from './text-pieces.ts';

const now = '2026-11-23T12:00:00.000Z';

const message = (id: string, facts: Partial<Message> = {}): Message => ({
  id,
  threadId: 't',
  senderId: 'anna',
  text: `Words of ${id}`,
  photos: [],
  card: null,
  marks: [],
  clientId: null,
  delivered: false,
  createdAt: '2026-11-23T11:00:00.000Z',
  readAt: null,
  ...facts,
});

test('a member’s message is rendered as text: an address is no link, and its host is emphasised', () => {
  expect(textPieces('See https://bank.example@evil.test/a?b=c. Yes?')).toEqual([
    { text: 'See ' },
    { before: 'https://bank.example@', host: 'evil.test', after: '/a?b=c' },
    { text: '. Yes?' },
  ]);
  expect(textPieces('http://a.test')).toEqual([{ before: 'http://', host: 'a.test', after: '' }]);
  expect(textPieces('javascript:alert(1) http:// and <b>no</b>')).toEqual([
    { text: 'javascript:alert(1) http:// and <b>no</b>' },
  ]);
  for (const text of ['', 'plain', 'a https://x.test, https://y.test/z) b\nhttps://x.test'])
    expect(
      textPieces(text)
        .map((piece) => ('text' in piece ? piece.text : piece.before + piece.host + piece.after))
        .join(''),
    ).toBe(text);
});

test('messages are grouped by day, with the day’s name', () => {
  const at = (createdAt: string) => ({ createdAt });
  const days = messageDays(
    [at('2026-11-12T09:00:00.000Z'), at('2026-11-22T23:59:59.000Z'), at('2026-11-23T00:00:00.000Z'), at(now)],
    now,
  );
  expect(days.map(({ name, messages }) => [name, messages.length])).toEqual([
    ['12 Nov 2026', 1],
    ['Yesterday', 1],
    ['Today', 2],
  ]);
  // A message after midnight, on a page of the day before.
  const later = messageDays([at(now), at('2026-11-24T00:00:05.000Z')], now);
  expect(later.map(({ name }) => name)).toEqual(['Yesterday', 'Today']);
});

/** A server that answers when the test resolves it. */
function post() {
  const tries: { text: string; clientId: string; answer(sent: Sent): void }[] = [];
  const send = (_threadId: string, { text, clientId }: { text: string; clientId: string }) =>
    new Promise<Sent>((answer) => tries.push({ text, clientId, answer }));
  return { tries, send };
}
const nextTick = () => new Promise<void>((done) => setImmediate(done));

test('a message without an answer stays, and is sent again under the same id, once', async () => {
  const { tries, send } = post();
  const outbox = createOutbox(send, () => new Date(now));
  outbox.send('t', 'Any marks?');
  await nextTick();
  const { clientId } = tries[0]!;
  expect(outbox.of('t').waiting).toMatchObject([{ text: 'Any marks?', state: 'sending', clientId }]);

  tries[0]!.answer({ lost: 'No connection.' });
  await nextTick();
  expect(outbox.of('t').waiting).toMatchObject([{ state: 'failed', said: 'No connection.' }]);

  outbox.again('t', clientId);
  outbox.again('t', clientId);
  outbox.againAll();
  await nextTick();
  expect(tries.map((each) => each.clientId)).toEqual([clientId, clientId]);
  tries[1]!.answer({ message: message('m1', { clientId, senderId: 'me' }) });
  await nextTick();
  expect(outbox.of('t')).toMatchObject({ waiting: [], stored: [{ id: 'm1' }] });
  await nextTick();
  expect(tries).toHaveLength(2);
});

test('when the network is back, lost messages are sent again and refused ones are not; messages of a thread are sent in sequence', async () => {
  const { tries, send } = post();
  const outbox = createOutbox(send, () => new Date(now));
  outbox.send('t', 'first');
  outbox.send('t', 'second');
  await nextTick();
  expect(tries.map(({ text }) => text)).toEqual(['first']);
  tries[0]!.answer({ refused: 'You can write again in 1 minute.' });
  await nextTick();
  expect(tries.map(({ text }) => text)).toEqual(['first', 'second']);
  tries[1]!.answer({ lost: 'No connection.' });
  await nextTick();
  outbox.againAll();
  await nextTick();
  expect(tries.map(({ text }) => text)).toEqual(['first', 'second', 'second']);
  expect(outbox.of('t').waiting.map(({ text, state }) => `${text} ${state}`)).toEqual([
    'first failed',
    'second sending',
  ]);
  outbox.discard('t', tries[0]!.clientId);
  expect(outbox.of('t').waiting.map(({ text }) => text)).toEqual(['second']);
});

test('a message that this browser sent is shown once, whether the answer or the page arrives first', () => {
  const waiting = [{ clientId: 'c2', text: 'two', photos: [], createdAt: now, state: 'sending', said: null } as const];
  const own = message('m2', { clientId: 'c2', senderId: 'me' });
  expect(shownMessages([message('m1')], { stored: [], waiting }, true)).toMatchObject({
    messages: [{ id: 'm1' }],
    waiting,
  });
  expect(shownMessages([message('m1'), own], { stored: [own], waiting }, true)).toMatchObject({
    messages: [{ id: 'm1' }, { id: 'm2' }],
    waiting: [],
  });
  expect(shownMessages([message('m1')], { stored: [own], waiting: [] }, true).messages.map(({ id }) => id)).toEqual([
    'm1',
    'm2',
  ]);
  expect(shownMessages([message('m0')], { stored: [own], waiting }, false)).toMatchObject({
    messages: [{ id: 'm0' }],
    waiting: [],
  });
});

function draw(facts: Partial<MessageListProps>): string {
  const props: MessageListProps = {
    messages: [],
    waiting: [],
    viewerId: 'me',
    name: 'anna',
    now,
    earlier: null,
    onAgain: () => {},
    onDiscard: () => {},
    ...facts,
  };
  return render(<MessageList {...props} />);
}

function render(element: ReactNode): string {
  const router = createMemoryRouter([{ path: '/', id: 'root', element, loader: () => null }], {
    hydrationData: { loaderData: { root: { appUrl: 'https://market.test' } } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test('no message becomes HTML; own and other messages differ; the last own one says whether it was read', () => {
  const html = draw({
    messages: [
      message('m1', { text: '<img src=x onerror=alert(1)> https://evil.test/x', marks: ['payment'] }),
      message('m2', { senderId: 'me', readAt: now }),
      message('m3', { senderId: 'me', readAt: now }),
    ],
  });
  expect(html).not.toContain('<img');
  // Messages of the other member can be reported; an external link is behind a warning and sends no referrer.
  expect(html.match(/<a [^>]*>/g)).toEqual([
    expect.stringMatching(/href="https:\/\/evil\.test\/x".* rel="noopener noreferrer nofollow ugc"/),
    expect.stringContaining('href="/report/message/m1"'),
  ]);
  expect(html).toMatch(
    /<details class="msg-a"><summary>https:\/\/<b>evil\.test<\/b>\/x<\/summary>.*External link to .*<a /,
  );
  expect(html).toContain('<b>evil.test</b>');
  expect(html).toContain('a payment outside an order');
  expect(html.match(/data-testid="message"/g)).toHaveLength(3);
  expect(html.match(/class="msg own"/g)).toHaveLength(2);
  expect(html.match(/>Read</g)).toHaveLength(1);
  expect(draw({ messages: [message('m1', { senderId: 'me' })] })).toContain('>Sent<');
  expect(draw({ messages: [message('m1', { senderId: 'me', delivered: true })] })).toContain('>Delivered<');
});

test('an address of this site is not marked as external, and a lookalike is', () => {
  const html = draw({
    messages: [message('m1', { text: 'https://market.test/browse and https://market.test.evil.test/browse' })],
  });
  expect(html).toContain('title="Link to a page on this site"');
  expect(html.match(/External link to/g)).toHaveLength(1);
  expect(html).toContain('External link to market.test.evil.test.');
});

test('a step of an order is listed by its time, between the messages before and after', () => {
  const html = draw({
    messages: [
      message('m1', { createdAt: '2026-11-23T09:00:00.000Z' }),
      message('m2', { createdAt: '2026-11-23T11:00:00.000Z' }),
    ],
    steps: [
      { id: 's1', createdAt: '2026-11-22T10:00:00.000Z', shown: <p>Ordered</p> },
      { id: 's2', createdAt: '2026-11-23T10:00:00.000Z', shown: <p>Sent off</p> },
    ],
  });
  const at = ['Yesterday', 'Ordered', 'Today', 'Words of m1', 'Sent off', 'Words of m2'].map((words) =>
    html.indexOf(words),
  );
  expect(at).toEqual([...at].sort((a, b) => a - b));
  expect(at[0]).toBeGreaterThan(0);
  expect(html.match(/data-testid="message"/g)).toHaveLength(2);
});

test('a draft belongs to one member and one thread, is stored verbatim, and is removed when it is empty', () => {
  const store = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  });
  storeDraft('me', 't1', ' Half a sent');
  expect([readDraft('me', 't1'), readDraft('me', 't2'), readDraft('anna', 't1')]).toEqual([' Half a sent', '', '']);
  storeDraft('me', 't1', '  ');
  expect([...store]).toEqual([]);
  vi.stubGlobal('sessionStorage', undefined);
  storeDraft('me', 't1', 'Words');
  expect(readDraft('me', 't1')).toBe('');
  vi.unstubAllGlobals();
});

test('a message that failed says why, and offers to send it again', () => {
  const html = draw({
    waiting: [
      {
        clientId: 'c1',
        text: 'Hello',
        photos: [],
        createdAt: now,
        state: 'failed',
        said: 'Not sent: there is no connection.',
      },
    ],
  });
  expect(html).toContain('Not sent: there is no connection.');
  expect(html).toContain('Send again');
});

const photo = {
  id: 'p1',
  url: '/photos/p1/640.webp',
  width: 640,
  height: 480,
  alt: 'Photo 1',
  widths: [160, 640],
  placeholder: 'aaaa',
};

test('photos are sent with their message’s id, and are shown below its text or alone, each linked to its full size', async () => {
  const tries: unknown[] = [];
  const outbox = createOutbox(async (_threadId, tried) => {
    tries.push(tried);
    return { lost: 'No connection.' };
  });
  outbox.send('t', '', [photo]);
  await nextTick();
  await nextTick();
  expect(tries).toMatchObject([{ text: '', photos: ['p1'] }]);
  expect(outbox.of('t').waiting).toMatchObject([{ photos: [photo], state: 'failed' }]);
  const html = draw({ messages: [message('m1', { text: '', photos: [photo] })], waiting: outbox.of('t').waiting });
  expect(html.match(/href="\/photos\/p1\/640.webp"/g)).toHaveLength(2);
  expect(html).not.toContain('class="msg-b"');
});

test('a card of another feature replaces the message’s text', () => {
  const html = draw({
    messages: [message('m1', { card: { kind: 'offer', id: 'o1' } })],
    card: ({ card }) => card && <p>Card of {card.id}</p>,
  });
  expect(html).toContain('Card of o1');
  expect(html).not.toContain('Words of m1');
});

test('[RO-03] unread messages of a premium member are marked in the list of conversations', () => {
  const thread = (id: string, priority: boolean) =>
    ({
      id,
      participants: { me: { username: 'me' }, anna: { username: 'anna' } },
      unread: 1,
      priority,
      lastMessage: null,
    }) as unknown as Thread;
  const list = (threads: Thread[]) =>
    render(
      <ThreadList
        threads={threads}
        titles={{}}
        viewerId="me"
        openId={undefined}
        now={now}
        addressOf={(id) => `/messages/${id}`}
      />,
    );
  expect(list([thread('a', true), thread('b', false)]).match(/>Priority</g)).toHaveLength(1);
  expect(list([thread('a', false)])).not.toContain('Priority');
});

test('a sender of an address, a phone number or a payment is warned while typing, and may send it', () => {
  const composer = (typed: string) =>
    render(
      <Composer
        viewerId="me"
        threadId="t"
        name="anna"
        clientId="c"
        problem={null}
        typed={typed}
        onSend={() => {}}
        onTyping={() => {}}
      />,
    );
  expect(composer('Send it by PayPal.')).toContain(
    'This message mentions a payment outside an order. You can send it, and the recipient will see a warning.',
  );
  expect(composer('Call me: +49 170 1234567')).toContain('This message mentions a phone number. You can send it,');
  expect(composer('4/102, near mint?')).not.toContain('You can send it');
  const own = draw({ messages: [message('m1', { senderId: 'me', marks: ['phone'] })] });
  expect(own).toContain('The recipient sees a warning with this message.');
  expect(own).not.toContain('You’re not protected elsewhere.');
  // The recipient sees each mark that applies, by name.
  for (const [marks, words] of [
    [
      ['address'],
      'This message mentions an address. Talk and trade only on this site. You’re not protected elsewhere.',
    ],
    [
      ['phone'],
      'This message mentions a phone number. Talk and trade only on this site. You’re not protected elsewhere.',
    ],
    [['address', 'phone'], 'This message mentions an address and a phone number. Talk and trade only on this site.'],
    [
      ['phone', 'payment'],
      'This message mentions a phone number and a payment outside an order. Only pay through an order. You’re not protected elsewhere.',
    ],
  ] as const)
    expect(draw({ messages: [message('m1', { marks: [...marks] })] })).toContain(words);
});
