import type { useT } from './use-t.ts'

/** What the kit knows of a failed call, without knowing who calls. */
type Failure = { message: string; code?: string; errors?: Record<string, string[]>; details?: unknown }

/** Of what has moved to another installation: where it is now. */
const placeOf = ({ code, details }: Partial<Failure>): string =>
  code === 'venue.moved' ? ` ${(details as { url?: string } | undefined)?.url ?? ''}`.trimEnd() : ''

/** The sentence for people: the server's own where it wrote one, else ours. */
export const errorText = (error: unknown, t: ReturnType<typeof useT>): string => {
  const failure = (error ?? {}) as Partial<Failure>
  const { code, message } = failure
  if (code === 'network.failed' || code === 'network.timeout') return t(`error.${code}`)
  if (code === undefined) return t('error.unexpected')
  return message === undefined || message === 'apiError' || message === code ? t('error.apiError') : message + placeOf(failure)
}

/** The first complaint about a field of a form, for its helper text. */
export const fieldError = (error: unknown, field: string): string | undefined => (error as Partial<Failure> | null)?.errors?.[field]?.[0]

type Fields<F extends string> = { fields: readonly F[]; fieldOfCode: Readonly<Record<string, F>>; t: ReturnType<typeof useT> }

/** What is told beside which field of a form: what the answer says of it, else the sentence of a code that belongs there. */
export const besideFields = <F extends string>(error: unknown, { fields, fieldOfCode, t }: Fields<F>): { field: F; message: string }[] => {
  const named = fields.flatMap((field) => {
    const message = fieldError(error, field)
    return message ? [{ field, message }] : []
  })
  const field = fieldOfCode[(error as Partial<Failure> | null)?.code ?? '']
  return named.length > 0 || field === undefined ? named : [{ field, message: errorText(error, t) }]
}
