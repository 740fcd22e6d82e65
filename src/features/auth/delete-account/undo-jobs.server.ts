import { eq } from 'drizzle-orm';
import { aboutAccount, mailFormerMember, mailMember } from '#features/notifications/index.server.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { endUndoJob, mailDeletedJob, mailReturnedJob } from '../model/auth.jobs.ts';
import { deletionUndo } from '../model/auth.tables.ts';
import { undoToken } from './undo-deletion.server.ts';

const gone =
  'Your account has been deleted just now, and your personal data with it. Orders that you had stay in the records of the people you dealt with, under the name “Deleted member”.';

/**
 * Jobs after a deletion: the email to the former address, the end of the restore period, and the email that the link
 * was used.
 */
export const undoJobs = [
  runs(mailDeletedJob, (platform, { email, username, userId, undoId }) =>
    mailFormerMember(platform, {
      to: email,
      username,
      // An account can be deleted again.
      messageId: `deleted-${undoId ?? userId}`,
      ...(undoId === null
        ? {
            always: 'This is the last mail that you get from us. If it was not you, answer to it within a few days.',
            email: { subject: 'Your account has been deleted', paragraphs: [gone] },
          }
        : {
            always: 'This is the last mail that you get from us, unless you bring the account back.',
            email: {
              subject: 'Your account has been deleted',
              paragraphs: [
                gone,
                'No password was asked for. If it was not you, this link brings back your account and everything in it. It is good for 72 hours and for one use; then nobody can bring anything back. A subscription that you paid for has ended and does not return.',
              ],
              button: {
                label: 'It was not me: bring it back',
                url: `${platform.config.appUrl}/auth/undo-deletion?token=${undoToken(platform.config, undoId)}`,
              },
            },
          }),
    }),
  ),

  runs(mailReturnedJob, (platform, { subject: userId, version }) =>
    mailMember(platform, {
      userId,
      kind: aboutAccount('You get this because the link in the mail about the deletion was used.'),
      messageId: `returned-${userId}-${version}`,
      email: {
        subject: 'Your account is back',
        paragraphs: [
          'The deletion of your account was undone. Sign in as before. Everybody was signed out when it was deleted; look at your ways to sign in, since somebody may have used one that is not yours.',
        ],
        button: { label: 'Sign in', url: `${platform.config.appUrl}/auth/sign-in` },
      },
    }),
  ),

  runs(endUndoJob, ({ db }, { undoId }) => db.delete(deletionUndo).where(eq(deletionUndo.id, undoId))),
];
