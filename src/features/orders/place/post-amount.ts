/**
 * The field of the buy form that says what a way of sending cost when the page was made; each has its own, since
 * without script the choice is made after that.
 */
export const postAmountField = (name: string) => `post ${name}`;
