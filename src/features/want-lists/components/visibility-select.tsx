import { Select } from '#ui/form/field.tsx';
import { visibilityName } from '../words.ts';

/** The choice who may see a list. */
export function VisibilitySelect({ value }: { value: boolean }) {
  return (
    <Select label="Visibility" name="isPublic" mark={false} defaultValue={value ? '1' : '0'}>
      <option value="0">{visibilityName(false)}</option>
      <option value="1">{visibilityName(true)}</option>
    </Select>
  );
}
