/** The LIKE pattern for text that contains the given one; its wildcards are escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
