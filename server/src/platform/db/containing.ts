/** The LIKE pattern of whatever contains that text; its own wildcards count as letters. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
