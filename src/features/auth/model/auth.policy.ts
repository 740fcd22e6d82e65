import { notAllowed, notFound } from '#kernel/refusal.ts';
import { definePolicy } from '#platform/policy/policy.ts';
import { messages } from './messages.ts';

/** Items of another member are refused like missing ones: the query covers the own items only. */
export const unknownPasskey = 'This passkey isn’t in your account. It may have been removed.';
export const unknownDevice = 'This device is already signed out.';

/** An item of one member. */
interface Owned {
  userId: string;
}
interface Account {
  role: 'member' | 'admin';
}

export const authPolicy = definePolicy('the ways in', {
  'come in': {
    needs: 'anybody',
    by: 'anybody',
    at: [
      'POST /api/auth/sign-up/email',
      'POST /api/auth/sign-in/email',
      'POST /api/auth/sign-in/social',
      'POST /api/auth/sign-out',
      'GET /api/auth/get-session',
      'GET /api/auth/google',
      'GET /api/auth/callback/google',
      'GET /api/auth/passkey/generate-authenticate-options',
      'POST /api/auth/passkey/generate-authenticate-options',
      'POST /api/auth/passkey/verify-authentication',
      'POST /api/auth/two-factor/verify-totp',
      'POST /api/auth/two-factor/verify-backup-code',
    ],
  },
  'use a mailed link': {
    needs: 'anybody',
    by: 'whoever has the link',
    at: [
      'POST /api/auth/request-password-reset',
      'POST /api/auth/reset-password',
      'POST /api/auth/change-email/confirm',
      'POST /api/auth/change-email/cancel',
      'POST /api/auth/undo-deletion',
    ],
  },
  'read one’s own profile': { needs: 'member', by: 'each member', at: ['GET /api/profile', 'page /profile'] },
  'change one’s own profile': {
    needs: 'member',
    by: 'each member',
    at: [
      'PATCH /api/profile',
      'POST /api/profile/complete',
      'POST /api/profile/avatar',
      'DELETE /api/profile/avatar',
      'PUT /api/profile/vacation',
      'DELETE /api/profile/vacation',
      'page /auth/complete-profile',
    ],
  },
  'take a token': { needs: 'member', by: 'each member', at: ['POST /api/auth/token'], signIn: messages.noToken },
  'verify an email': {
    needs: 'member',
    by: 'each member',
    at: ['POST /api/auth/send-verification-email', 'POST /api/auth/verify-email', 'page /auth/verify-email'],
  },
  'read one’s own': {
    needs: 'member',
    by: 'each member',
    at: [
      'GET /api/auth/list-accounts',
      'GET /api/auth/list-sessions',
      'GET /api/auth/change-email',
      'GET /api/auth/two-factor/status',
      'GET /api/auth/passkey/list-user-passkeys',
      'page /settings/security',
    ],
  },
  'confirm who this is': {
    needs: 'member',
    by: 'each member',
    at: ['POST /api/auth/step-up', 'page /settings/security/confirm'],
  },
  'change the email': { needs: 'member', by: 'each member', at: ['POST /api/auth/change-email'], stepUp: 'always' },
  'call off a change of email': {
    needs: 'member',
    by: 'each member',
    at: ['POST /api/auth/change-email/resend', 'DELETE /api/auth/change-email'],
  },
  'change the password': {
    needs: 'member',
    by: 'each member',
    at: ['POST /api/auth/change-password'],
    stepUp: 'with a second factor',
  },
  'set a first password': { needs: 'member', by: 'each member', at: ['POST /api/auth/set-password'], stepUp: 'always' },
  'set up an authenticator': {
    needs: 'member',
    by: 'each member, with their password',
    at: [
      'POST /api/auth/two-factor/enable',
      'POST /api/auth/two-factor/get-totp-uri',
      'page /settings/security/authenticator',
    ],
  },
  'change recovery codes': {
    needs: 'member',
    by: 'each member, with their password',
    at: ['POST /api/auth/two-factor/generate-backup-codes', 'page /settings/security/recovery-codes'],
  },
  'give up the authenticator': {
    needs: 'member',
    by: 'each member, with their password',
    at: ['POST /api/auth/two-factor/disable'],
  },
  'link Google': { needs: 'member', by: 'each member', at: ['POST /api/auth/link-social'] },
  'link an account': {
    needs: 'member',
    by: 'each member, to their own account',
    at: ['POST /api/auth/link-accounts'],
    stepUp: 'always',
    of: (actor, { userId }: Owned) =>
      userId === actor?.id || notAllowed('You can only link accounts to your own account.'),
  },
  'unlink Google': {
    needs: 'member',
    by: 'each member, from their own account',
    at: ['POST /api/auth/unlink-account'],
    stepUp: 'always',
  },
  'add a passkey': {
    needs: 'member',
    by: 'each member',
    at: ['GET /api/auth/passkey/generate-register-options', 'POST /api/auth/passkey/verify-registration'],
    stepUp: 'always',
  },
  'name a passkey': {
    needs: 'member',
    by: 'its member; for everybody else there is none',
    at: ['POST /api/auth/passkey/update-passkey'],
    of: (actor, { userId }: Owned) => userId === actor?.id || notFound(unknownPasskey),
  },
  'remove a passkey': {
    needs: 'member',
    by: 'its member; for everybody else there is none',
    at: ['POST /api/auth/passkey/delete-passkey'],
    stepUp: 'always',
    of: (actor, { userId }: Owned) => userId === actor?.id || notFound(unknownPasskey),
  },
  'end a session': {
    needs: 'member',
    by: 'its member; for everybody else there is none',
    at: ['POST /api/auth/revoke-session'],
    stepUp: 'for another device',
    of: (actor, { userId }: Owned) => userId === actor?.id || notFound(unknownDevice),
  },
  'end one’s other sessions': {
    needs: 'member',
    by: 'each member',
    at: ['POST /api/auth/revoke-other-sessions'],
    stepUp: 'always',
  },
  'suspend a member': {
    needs: 'operator',
    by: 'an admin, for members who aren’t admins',
    at: ['POST /api/admin/members/{id}/suspension'],
    of: (_caller, { role }: Account) => role !== 'admin' || notAllowed('Admins can’t be suspended.', 'is_operator'),
  },
  'let a member in again': { needs: 'operator', by: 'an admin', at: ['DELETE /api/admin/members/{id}/suspension'] },
});
