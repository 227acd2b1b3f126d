import { json, type Reply } from '../../http/router.ts'

const names: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}
/** An error as services of Google answer it. */
export const googleError = (code: number, message: string): Reply =>
  json({ error: { code, message, status: names[code] ?? 'UNKNOWN' } }, code, code === 429 ? { 'retry-after': '30' } : {})
