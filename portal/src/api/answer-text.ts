/** Shown when an answer has no text for people; a phrase key, translated where it is shown. */
export const apiError = 'apiError'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** HTML pages of proxies and stack traces are no text for people (ER2). */
const longest = 600
const isSentence = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longest && !value.trimStart().startsWith('<')

const texts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter(isSentence)

/** A map of fields says `field:first message`, joined by spaces; a list says one message per line. */
const textOfErrors = (errors: unknown): string | undefined => {
  if (isRecord(errors)) {
    const named = Object.entries(errors).flatMap(([field, messages]) =>
      texts(messages)
        .slice(0, 1)
        .map((text) => `${field}:${text}`),
    )
    return named.join(' ') || undefined
  }
  return texts(errors).join('\n') || undefined
}

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(typeof value === 'object' && Object.keys(value).length === 0)

/**
 * ER1, the one rule: the text of a failed answer is taken from `errors`, else `form.errors`, else `message`, else the data itself, else it is the
 * key `apiError`. A failed GET says only what is a plain text where the rule finds it; a list or a map there is `apiError`.
 */
export const answerText = (body: unknown, method: string): string => {
  const answer = isRecord(body) ? body : {}
  const form = isRecord(answer['form']) ? answer['form']['errors'] : undefined
  const found = [answer['errors'], form, answer['message'], isRecord(body) ? answer['data'] : body].find(isGiven)
  if (method === 'GET' && typeof found !== 'string') return apiError
  return textOfErrors(found) ?? apiError
}
