// The address is written by people as well: what makes no sense in it is left out.

type Text = string | undefined

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
export const isId = (text: string): boolean => uuid.test(text)
export const idIn = (text: Text): Text => (text !== undefined && isId(text) ? text : undefined)

export const oneOf = <T extends string>(options: readonly T[], text: Text): T | undefined => options.find((option) => option === text)

/** As much as a search box takes. */
export const searchIn = (text: Text): string => (text ?? '').slice(0, 120)
