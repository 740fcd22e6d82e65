/** Face, React: conversations as other pages show them. */
export { ApartNote } from './components/apart-note.tsx';
export { Composer } from './components/composer.tsx';
export { MessageButton } from './components/message-button.tsx';
export { MessageList } from './components/message-list.tsx';
export { shownMessages } from './components/shown-messages.ts';
export { ThreadHead } from './components/thread-head.tsx';
export { ThreadList } from './components/thread-list.tsx';
export { otherOf } from './components/thread-words.ts';
export { useOutbox } from './components/use-outbox.ts';
export { useTyping } from './components/use-typing.ts';
