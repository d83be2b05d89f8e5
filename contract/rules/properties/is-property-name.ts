/** Whether a property of custom events can have this name. Without zod. */
export const isPropertyName = (text: string): boolean => /^[\w.-]{1,40}$/.test(text);
