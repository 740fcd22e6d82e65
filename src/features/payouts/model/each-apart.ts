/** Does the work for each, one after the other. One that fails keeps none of the others; its error is thrown at the end. */
export async function eachApart<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const one of all)
    await work(one).catch((error: unknown) => {
      errors.push(error);
    });
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} failed, the first: ${errors[0]}`);
  if (errors.length === 1) throw errors[0];
}
