/** Face, server: what other rooms may ask of notifications. */

export { aboutAccount, type LetterText, type MemberMail, mailFormerMember, mailMember } from './mail-member.server.ts';
export { countersChanged } from './notification.events.ts';
export { notify } from './notify.server.ts';
export { readNews, readNewsShown, replaceWords } from './read-news.server.ts';
