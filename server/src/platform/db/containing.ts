const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The LIKE pattern for text that contains the given one; its wildcards are escaped. */
export const containing = (text: string): string => `%${literally(text)}%`
/** Likewise for text that begins so. */
export const beginning = (text: string): string => `${literally(text)}%`
