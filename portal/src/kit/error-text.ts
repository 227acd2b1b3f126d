import type { useT } from './use-t.ts'

/** What the kit knows of a failed call, without knowing who calls. */
type Failure = { message: string; code?: string; errors?: Record<string, string[]> }

/** The sentence for people: the server's own where it wrote one, else ours. */
export const errorText = (error: unknown, t: ReturnType<typeof useT>): string => {
  const { code, message } = (error ?? {}) as Partial<Failure>
  if (code === 'network.failed' || code === 'network.timeout') return t(`error.${code}`)
  if (code === undefined) return t('error.unexpected')
  return message === undefined || message === 'apiError' || message === code ? t('error.apiError') : message
}

/** The first complaint about a field of a form, for its helper text. */
export const fieldError = (error: unknown, field: string): string | undefined => (error as Partial<Failure> | null)?.errors?.[field]?.[0]
