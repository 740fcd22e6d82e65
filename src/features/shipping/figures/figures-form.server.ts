import { formatNumber } from '#kernel/format.ts';
import { type FieldErrors, invalid } from '#kernel/refusal.ts';
import { text } from '#platform/http/page-form.server.ts';
import { fieldErrors } from '#platform/http/requests/api.ts';
import { type FiguresInput, figuresInput } from '../contract.ts';
import { tableLimits as limits } from '../model/shipping.rules.ts';

/** Figures as typed: `25.00` of each order's currency, `2` percent. Throws a refusal (422) with the form's fields. */
export function readFiguresForm(form: FormData): FiguresInput {
  const errors: FieldErrors = {};
  const hundredths = (name: string, most: number) => {
    const typedText = text(form, name).trim().replace(',', '.');
    const value = /^\d{1,7}(\.\d{1,2})?$/.test(typedText) ? Math.round(Number(typedText) * 100) : null;
    if (value === null || value > most)
      errors[name] = `Enter a number from 0 to ${formatNumber(most / 100)}, for example 2.5.`;
    return value ?? 0;
  };
  const whole = (name: string) => (/^\d{1,9}$/.test(text(form, name).trim()) ? Number(text(form, name)) : Number.NaN);
  const parsed = figuresInput.safeParse({
    trackedFrom: hundredths('trackedFrom', limits.maxValue),
    trackedFromForNew: hundredths('trackedFromForNew', limits.maxValue),
    newUnderOrders: whole('newUnderOrders'),
    lossBasisPoints: hundredths('lossBasisPoints', 10_000),
    lossFromParcels: whole('lossFromParcels'),
    gramsPerCard: whole('gramsPerCard'),
    gramsPerSlab: whole('gramsPerSlab'),
    transitHomeDays: whole('transitHomeDays'),
    transitAbroadDays: whole('transitAbroadDays'),
    trackedWaitDays: whole('trackedWaitDays'),
    untrackedHomeDays: whole('untrackedHomeDays'),
    untrackedAbroadDays: whole('untrackedAbroadDays'),
    untrackedCover: hundredths('untrackedCover', limits.maxValue),
    fraudCover: hundredths('fraudCover', limits.maxValue),
    note: text(form, 'note'),
  });
  const all = { ...(parsed.success ? {} : fieldErrors(parsed.error.issues)), ...errors };
  if (!parsed.success || Object.keys(errors).length > 0) throw invalid(all);
  return parsed.data;
}
