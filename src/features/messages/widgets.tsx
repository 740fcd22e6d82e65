/** Public API, React: conversations on other pages. */

export { MessageButton } from './components/message-button.tsx';
export { BlockNote } from './components/thread/block-note.tsx';
export { Composer } from './components/thread/composer.tsx';
export { MessageList } from './components/thread/message-list.tsx';
export { shownMessages } from './components/thread/shown-messages.ts';
export { ThreadHead } from './components/thread/thread-head.tsx';
export { useOutbox } from './components/thread/use-outbox.ts';
export { useTyping } from './components/thread/use-typing.ts';
export { ThreadList } from './components/thread-list.tsx';
export { otherOf } from './components/thread-words.ts';
