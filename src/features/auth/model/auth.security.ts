import { defineSecurityKinds, fact } from '#platform/security-log/security-kind.ts';

export const authSecurity = defineSecurityKinds('entry', {
  signedUp: {
    says: 'Somebody opened an account, or was refused: `account` is the keyed hash of the e-mail',
    outcomes: ['done', 'refused', 'failed'],
    watch:
      '`done` many times above a usual day, or `refused` with `email_taken` more than 20 in an hour: e-mails are tried out',
  },
  signedIn: {
    says: 'Somebody signed in, was asked for the second step, or was refused and with which code. Of a password the `account` is there too',
    outcomes: ['done', 'asked', 'refused', 'failed'],
    watch:
      '`refused` more than 5 times as often as on a usual day; more than 10 of one account or 30 of one client in an hour; `done` after many refusals of one account',
    facts: { way: fact.oneOf('password', 'google', 'passkey', 'second-step') },
  },
  steppedUp: {
    says: 'A sensitive act asked for a confirmation of who this is (`asked`), or somebody confirmed it, or could not',
    outcomes: ['done', 'asked', 'refused', 'failed'],
    watch: '`refused` more than 5 of one actor in an hour: somebody sits at another’s open session',
    facts: { way: fact.oneOf('password-or-code', 'google', 'passkey', 'none') },
  },
  operatorFactor: {
    says: 'An operator without a second factor, or who has not shown it in this session, was kept from the operators’ pages and calls',
    outcomes: ['refused'],
    watch: 'any that the operator cannot explain: the password may be known to others',
  },
  codeShown: {
    says: 'A code of an authenticator app or a recovery code was right, or was not',
    outcomes: ['done', 'refused', 'failed'],
    watch: '`refused` more than 5 of one member in an hour, and any of `recovery` that its member does not know of',
    facts: { factor: fact.oneOf('app', 'recovery') },
  },
  secondFactorChanged: {
    says: 'An authenticator app was begun, turned on or off, its recovery codes were made anew, or an operator took all second factors away',
    outcomes: ['done', 'refused', 'failed'],
    facts: { change: fact.oneOf('begun', 'on', 'off', 'codes-renewed', 'reset') },
  },
  passkeyChanged: {
    says: 'A passkey was added or removed, or refused to be',
    outcomes: ['done', 'refused', 'failed'],
    facts: { change: fact.oneOf('added', 'removed') },
  },
  passkeyCopied: {
    says: 'A passkey was used whose counter has not risen: two devices hold one key',
    outcomes: ['refused'],
    watch: 'any: the member hears of it by mail',
  },
  passwordChanged: {
    says: 'A password was changed, set for the first time, or reset by a mailed link; or the attempt was refused',
    outcomes: ['done', 'refused', 'failed'],
    watch: '`refused` with `link_over` more than 20 in an hour: links are guessed',
    facts: { change: fact.oneOf('changed', 'set', 'reset') },
  },
  resetAsked: {
    says: 'A reset link was asked for. `mailed` says whether a mail may follow; whether the account exists, the line does not know',
    outcomes: ['done', 'refused', 'failed'],
    watch: 'more than 50 in an hour',
    facts: { mailed: fact.flag },
  },
  emailChanged: {
    says: 'A change of the e-mail was asked for, confirmed by one mailbox, made, called off, or disowned by the reader of the present mailbox',
    outcomes: ['done', 'refused', 'failed'],
    watch: 'any `disowned`: somebody was in the account',
    facts: { change: fact.oneOf('asked', 'confirmed', 'made', 'cancelled', 'disowned') },
  },
  googleChanged: {
    says: 'A Google account was linked or unlinked as a way in',
    outcomes: ['done'],
    facts: { change: fact.oneOf('linked', 'unlinked') },
  },
  left: { says: 'A member deleted the account', outcomes: ['done'] },
  returned: { says: 'A deleted account was brought back by the link of its mail', outcomes: ['done'] },
});
