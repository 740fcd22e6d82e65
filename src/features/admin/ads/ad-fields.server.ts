import { text } from '#platform/http/page-form.server.ts';

export const adFields = ['text', 'link', 'from', 'to', 'weight'] as const;

/** What the form of an ad says, as the call takes it. */
export function readAdForm(form: FormData) {
  const moment = (name: string) => `${text(form, name).slice(0, 16)}:00Z`;
  const weight = text(form, 'weight').trim();
  return {
    text: text(form, 'text'),
    link: text(form, 'link'),
    from: moment('from'),
    to: moment('to'),
    weight: /^\d+$/.test(weight) ? Number(weight) : null,
  };
}
