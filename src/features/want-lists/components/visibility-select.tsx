import { Select } from '#ui/form/field.tsx';

/** The choice who may see a list. */
export function VisibilitySelect({ value }: { value: boolean }) {
  return (
    <Select label="Who may see it" name="isPublic" mark={false} defaultValue={value ? '1' : '0'}>
      <option value="0">Only you</option>
      <option value="1">Everybody, without your name</option>
    </Select>
  );
}
