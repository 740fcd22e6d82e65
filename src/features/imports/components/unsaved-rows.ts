/** Whether a field has another value than at first. */
export function hasChange({ elements }: HTMLFormElement): boolean {
  return [...elements].some((field) => {
    if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.defaultSelected === false;
    return field instanceof HTMLInputElement && field.value !== field.defaultValue;
  });
}

/** The numbers of the rows on this page with values that are typed and not saved, or refused. */
export function unsavedRows(): number[] {
  return [...document.querySelectorAll<HTMLFormElement>('form.row-form')]
    .filter((form) => hasChange(form) || form.querySelector('[aria-invalid="true"]') !== null)
    .map((form) => Number(new FormData(form).get('row')));
}
