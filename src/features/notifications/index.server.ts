/** Face, server: what other rooms may ask of notifications. */

export { aboutAccount, type LetterText, type MemberMail, mailFormerMember, mailMember } from './mail-member.server.ts';
