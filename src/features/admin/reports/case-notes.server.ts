import { listNames } from '#features/members/index.server.ts';
import { listCaseNotes } from '#features/moderation/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { CaseNoteView } from '../contract.ts';

/** The admins' notes on a case, with the names of their authors. */
export async function readCaseNotes({ db }: Pick<Platform, 'db'>, caseId: string): Promise<CaseNoteView[]> {
  const notes = await listCaseNotes({ db }, caseId);
  const names = await listNames(
    db,
    notes.map(({ by }) => by),
  );
  return notes.map((note) => ({ ...note, byName: names.get(note.by) ?? null }));
}
