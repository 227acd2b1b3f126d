import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import { answerText } from './answer-text.ts'

/** Codes of failures that never reached the server, or whose answer could not be parsed. */
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
  /** What stands there, the contract says beside the code. */
  readonly details: unknown
  constructor(status: number, code: ApiErrorCode, detail: { message?: string; errors?: FieldErrors; details?: unknown } = {}) {
    super(detail.message ?? code)
    this.status = status
    this.code = code
    this.errors = detail.errors ?? {}
    this.details = detail.details
  }
  /** Transient: no answer, or 503. Worth a retry, and no reason to doubt the session. */
  get passing(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldErrorsOf = (errors: unknown): FieldErrors =>
  isRecord(errors)
    ? Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, (Array.isArray(texts) ? texts : [texts]).map(String)]))
    : {}

export const errorOfAnswer = (status: number, method: string, body: unknown): ApiError => {
  const answer = isRecord(body) ? body : {}
  const code = typeof answer['code'] === 'string' ? (answer['code'] as ApiErrorCode) : 'apiError'
  return new ApiError(status, code, {
    message: answerText(body, method),
    errors: fieldErrorsOf(answer['errors']),
    details: answer['details'],
  })
}
