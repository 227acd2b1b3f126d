/** Phrases of the page that its views name; the server fills them in the guest's language. */
export const wordNames = [
  'party',
  'date',
  'area',
  'duration',
  'kind',
  'show',
  'earlierDay',
  'laterDay',
  'earlierMonth',
  'laterMonth',
  'instead',
  'call',
  'heldLeft',
  'heldOver',
  'otherTime',
  'yourDetails',
  'firstName',
  'lastName',
  'email',
  'phone',
  'phoneHint',
  'allergies',
  'notes',
  'occasion',
  'optional',
  'before',
  'trap',
  'wrong',
  'reference',
  'pay',
  'another',
  'manage',
  'language',
  'sending',
  'offline',
  'away',
] as const
export type Words = Readonly<Record<(typeof wordNames)[number], string>>

/** The phrase with its `{gaps}` filled. */
export const fill = (phrase: string, values: Readonly<Record<string, string | number>>): string =>
  phrase.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
