/** Face, server: what other rooms may ask of notifications. */

export { type MemberMail, mailMember } from './mail-member.server.ts';
