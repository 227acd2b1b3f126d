import type { ErrorCode } from '@tablewire/contracts/problem'

/** Codes of failures that never reached the server, or whose answer nobody could read. */
export type ClientCode = 'network.failed' | 'network.timeout' | 'apiError'
export type ApiErrorCode = ErrorCode | ClientCode
/** Field → what is wrong with it, in the reader's language. */
export type FieldErrors = Record<string, string[]>

/** Every refusal and failure of a call. `message` is in the reader's language when the server wrote it; `status` 0 = no answer came. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  readonly errors: FieldErrors
  constructor(status: number, code: ApiErrorCode, detail: { message?: string; errors?: FieldErrors } = {}) {
    super(detail.message ?? code)
    this.status = status
    this.code = code
    this.errors = detail.errors ?? {}
  }
  /** No answer, or one that only says "later": worth another try, and no reason to doubt the session. */
  get passing(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const firstText = (value: unknown): string => (Array.isArray(value) ? String(value[0]) : String(value))

const textOfErrors = (errors: unknown): string | undefined => {
  if (typeof errors === 'string' && errors !== '') return errors
  if (Array.isArray(errors) && errors.length > 0) return errors.map(String).join('\n')
  if (!isRecord(errors) || Object.keys(errors).length === 0) return undefined
  return Object.entries(errors)
    .map(([field, messages]) => `${field}:${firstText(messages)}`)
    .join(' ')
}

/** ER1: the text of a failed answer – errors, else form.errors, else message, else the data itself, else the key apiError. */
export const textOfAnswer = (body: unknown, method: string): string => {
  if (!isRecord(body)) return typeof body === 'string' && body.trim() !== '' ? body : 'apiError'
  const errors = body['errors']
  if (method === 'GET' && errors !== undefined && typeof errors !== 'string') return 'apiError'
  const form = isRecord(body['form']) ? body['form']['errors'] : undefined
  const found = textOfErrors(errors) ?? textOfErrors(form)
  if (found) return found
  return [body['message'], body['data']].find((text): text is string => typeof text === 'string' && text !== '') ?? 'apiError'
}

const fieldErrorsOf = (errors: unknown): FieldErrors =>
  isRecord(errors)
    ? Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, (Array.isArray(texts) ? texts : [texts]).map(String)]))
    : {}

export const errorOfAnswer = (status: number, method: string, body: unknown): ApiError => {
  const code = isRecord(body) && typeof body['code'] === 'string' ? (body['code'] as ApiErrorCode) : 'apiError'
  return new ApiError(status, code, { message: textOfAnswer(body, method), errors: isRecord(body) ? fieldErrorsOf(body['errors']) : {} })
}
