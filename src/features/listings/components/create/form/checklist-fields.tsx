import { Checkbox, Select } from '#ui/form/field.tsx';
import { checkedParts, checkedSides, partNames, wearGrades, wearInWords } from '../../../checklist.ts';
import type { StepProps } from './parts.ts';

const sideNames = { front: 'The photos show the front', back: 'The photos show the back' } as const;

/** The seller's checklist beside the condition. Optional. */
export function ChecklistFields({ form, change }: Pick<StepProps, 'form' | 'change'>) {
  return (
    <fieldset className="fld mt-6" aria-describedby="h-checklist">
      <legend>
        <span>Condition checklist</span>
        <span className="req">Optional</span>
      </legend>
      <p id="h-checklist" className="help mb-3">
        Shown next to your photos on high-value cards and saved with the order. Skip parts you didn’t check.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {checkedParts.map((part) => (
          <Select
            key={part}
            label={partNames[part]}
            name={part}
            mark={false}
            value={form[part]}
            onChange={(event) => change({ [part]: event.target.value })}
          >
            <option value="">Not checked</option>
            {wearGrades.map((grade) => (
              <option key={grade} value={grade}>
                {wearInWords(part, grade)}
              </option>
            ))}
          </Select>
        ))}
        {checkedSides.map((side) => (
          <Checkbox
            key={side}
            label={sideNames[side]}
            name={side}
            checked={form[side]}
            onChange={(event) => change({ [side]: event.target.checked })}
          />
        ))}
      </div>
    </fieldset>
  );
}
