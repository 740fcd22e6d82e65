import { type Mutation, planted } from '../mutation.ts';

const messages = 'src/features/messages';
const market = ['src/features/messages/messages.test.ts'];
const bounds = ['src/features/messages/messages-bounds.test.ts'];
const talks = [`${messages}/components/conversation.test.tsx`];
const at = (file: string, tests: readonly string[], row = 'EN-07') => ({ area: 'messages', row, file: `${messages}/${file}`, tests });

export const messageRows: readonly Mutation[] = [
  ...planted(
    at('post-message.server.ts', market),
    ['the same message is said twice', 'if (clientId === undefined) return null;', 'return null;'],
    ['what is said has no place of its own', 'const place = held.lastPlace + 1;', 'const place = held.lastPlace || 1;'],
    ['the other one’s counter hears nothing', 'tx.append(countersChanged,', 'if (place < 0) tx.append(countersChanged,'],
  ),
  ...planted(at('post-message.server.ts', bounds), ['what waits is never mailed', 'if (waiting === 1) {', 'if (waiting === 0) {']),
  ...planted(
    at('send-message.server.ts', bounds),
    ['any number of messages a minute', 'await platform.limits.count(messagesLimits.messages, actor.id, tx.db);', ''],
    ['premium begins as few conversations as all', 'isPremium ? newThreadsOfPremium : newThreads', 'newThreads'],
  ),
  ...planted(at('send-message.server.ts', market), [
    'an order begins a thread beside that of its listing',
    'grown?.from ? await lockThreadOf(tx, grown.from, actor.id, to) : null',
    'null',
  ]),
  ...planted(
    at('thread-state.server.ts', market),
    ['what was read waits on', 'set({ unread: 0, readPlace: held.lastPlace,', 'set({ readPlace: held.lastPlace,'],
    ['a deleted thread shows what was said before', 'isHidden: true, deletedPlace: lastPlace', 'isHidden: true, deletedPlace: 0'],
    ['a deleted thread stays in the list', 'isHidden: true, deletedPlace', 'isHidden: false, deletedPlace'],
  ),
  ...planted(
    at('email-unread.server.ts', bounds),
    // Two looks, either of which is enough: the side's own number, and the words that wait.
    [
      'what was read is mailed',
      `, gt(threadSide.unread, 0)))
      .for('update');
    if (!side) return null;
    const unread = await wordsBefore(tx.db, { threadId, memberId, readPlace: side.readPlace });
    if (unread === 0) return null;`,
      `))
      .for('update');
    if (!side) return null;
    const unread = await wordsBefore(tx.db, { threadId, memberId, readPlace: side.readPlace });`,
    ],
    ['a thread is mailed again at once', 'if (nextAt > now) {', 'if (false) {'],
  ),
  ...planted(at('threads.queries.server.ts', bounds), [
    'premium waits among the others',
    'desc(threadSide.isPriority), desc(threadSide.lastAt)',
    'desc(threadSide.lastAt)',
  ]),
  ...planted(at('thread.channel.server.ts', ['src/features/messages/messages-live.test.ts'], 'A-03'), [
    'typing passes a block',
    '(await isBlocked(db, row.firstId, row.secondId)) ?',
    'false ?',
  ]),
  ...planted(at('photos.server.ts', ['src/features/messages/send/messages-photos.test.ts'], 'A-03'), [
    'a photo is sent across a block',
    'await refuseBlocked({ db }, actor.id, other);',
    '',
  ]),
  ...planted(at('freeze-messages.server.ts', ['src/features/messages/reports/reports.test.ts']), [
    'a report keeps nothing of what was said later',
    'said.place + frozenMessages.after',
    'said.place',
  ]),
  ...planted(at('components/message-text.tsx', talks, '9-3'), [
    'the page there is told where one comes from',
    'noopener noreferrer nofollow ugc',
    'noopener',
  ]),
  ...planted(at('components/mark-hint.tsx', talks, '9-3'), ['who writes an address is told nothing', 'marks.length > 0 &&', 'marks.length > 9 &&']),
  ...planted(at('components/mark-words.ts', talks, '9-3'), [
    'the reader is not told of an address',
    "marks.includes('address') && 'an address'",
    "false && 'an address'",
  ]),
  ...planted(at('components/thread-list.tsx', talks, 'RO-03'), ['priority is not marked', '{thread.priority && (', '{false && (']),
];
