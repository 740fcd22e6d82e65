import { noteInput } from '#features/moderation/contract.ts';
import { noteOnCase } from '#features/moderation/index.server.ts';
import { invalid } from '#kernel/refusal.ts';
import { text } from '#platform/http/page-form.server.ts';
import { fieldErrors } from '#platform/http/requests/api.ts';
import type { Platform } from '#platform/platform.ts';

/** Stores a note from the form. Its field is `note`, distinct from the page's other forms. */
export async function keepNote(platform: Platform, caseId: string, by: string, form: FormData): Promise<void> {
  const said = noteInput.safeParse({ text: text(form, 'note') });
  if (!said.success) throw invalid({ note: fieldErrors(said.error.issues).text ?? 'Enter a note.' });
  await noteOnCase(platform, caseId, by, said.data.text);
}
