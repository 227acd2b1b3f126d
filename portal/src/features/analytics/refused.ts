/** Of the question, by the names the server has for them. */
const fields = ['from', 'to', 'period', 'compareFrom', 'compareTo'] as const
const filters = ['venueId', 'companyId', 'brandId', 'channelId', 'rmsId', 'partySize', 'source'] as const
export type Field = (typeof fields)[number] | (typeof filters)[number]
export type Refused = Readonly<Partial<Record<Field, string>>>

/** What is wrong with which field of a question; undefined = the answer says nothing of a field, and the failure is told as such. */
export const refusedFields = (error: unknown): Refused | undefined => {
  const { errors = {} } = (error ?? {}) as { errors?: Record<string, string[]> }
  const told = Object.entries(errors).flatMap(([name, [text]]) => {
    // Of a list the server names the place that is wrong: `partySize.0`.
    const field = [...fields, ...filters].find((one) => name === one || name.startsWith(`${one}.`))
    return field && text !== undefined ? [[field, text] as const] : []
  })
  return told.length > 0 ? Object.fromEntries(told.toReversed()) : undefined
}

/** What is wrong with filters, which stand behind one button. */
export const refusedFilters = (refused: Refused): (typeof filters)[number][] => filters.filter((name) => refused[name] !== undefined)
