import { type Frequency, frequencies, frequencyNames } from '#kernel/how-often.ts';
import { Select } from '#ui/form/field.tsx';

export interface FrequencySelectProps {
  id?: string;
  label: string;
  quiet?: boolean;
  value: Frequency;
  error?: string | undefined;
}

/** The choice between at once, daily and weekly. */
export function FrequencySelect({ id, value, ...field }: FrequencySelectProps) {
  return (
    <Select name="frequency" {...(id && { id })} mark={false} defaultValue={value} {...field}>
      {frequencies.map((each) => (
        <option key={each} value={each}>
          {frequencyNames[each]}
        </option>
      ))}
    </Select>
  );
}
