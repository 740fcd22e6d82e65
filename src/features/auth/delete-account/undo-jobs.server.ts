import { eq } from 'drizzle-orm';
import { aboutAccount, mailFormerMember, mailMember } from '#features/notifications/index.server.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { endUndoJob, mailDeletedJob, mailReturnedJob } from '../model/auth.jobs.ts';
import { deletionUndo } from '../model/auth.tables.ts';
import { undoToken } from './undo-deletion.server.ts';

const gone =
  'Your account and your personal data were deleted. Your orders stay in the records of the other members, under the name “Deleted member”.';

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
            always: 'This is our last email to you. If this wasn’t you, reply to this email.',
            email: { subject: 'Your account has been deleted', paragraphs: [gone] },
          }
        : {
            always: 'This is our last email to you, unless you restore your account.',
            email: {
              subject: 'Your account has been deleted',
              paragraphs: [
                gone,
                'The deletion didn’t need your password. If this wasn’t you, restore your account and everything in it. The link works once, within 72 hours. After that, your account can’t be restored. A paid subscription has ended and won’t restart.',
              ],
              button: {
                label: 'Restore account',
                url: `${platform.config.appUrl}/auth/undo-deletion?token=${undoToken(platform.config, undoId)}`,
              },
            },
          }),
    }),
  ),

  runs(mailReturnedJob, (platform, { subject: userId, version }) =>
    mailMember(platform, {
      userId,
      kind: aboutAccount('You’re receiving this email because the link to restore your account was used.'),
      messageId: `returned-${userId}-${version}`,
      email: {
        subject: 'Your account was restored',
        paragraphs: [
          'Your account was restored. Sign in as before. All devices were signed out. Check your sign-in methods and remove any that you don’t recognize.',
        ],
        button: { label: 'Sign in', url: `${platform.config.appUrl}/auth/sign-in` },
      },
    }),
  ),

  runs(endUndoJob, ({ db }, { undoId }) => db.delete(deletionUndo).where(eq(deletionUndo.id, undoId))),
];
