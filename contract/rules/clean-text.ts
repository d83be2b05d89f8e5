/** Whether a text can be stored and logged: no control characters, no unpaired surrogates. Without zod. */
export const isClean = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);
